import AggFiles
import AggCommands
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import AggShell

@Suite(.serialized) final class InterruptMonitorTests: Sendable {
    private let monitor: InterruptMonitor
    private let taken = Mutex<[String]>([])

    init() throws {
        monitor = try #require(InterruptMonitor())
    }

    private func interrupt() { monitor.deliver(.interrupt) }

    private func take(_ name: String, _ answer: Bool = true) -> Bool {
        taken.withLock { $0.append(name) }
        return answer
    }

    @Test func `the innermost handler takes a signal, and the outer one takes over again afterward`() async {
        await monitor.whileHandling { _ in
            self.take("outer")
        } _: {
            interrupt()
            await monitor.whileHandling { _ in
                self.take("inner")
            } _: {
                interrupt()
            }
            interrupt()
        }
        interrupt()
        #expect(taken.withLock(\.self) == ["outer", "inner", "outer"])
    }

    @Test func `a signal between two handlers goes once to the next one`() async {
        for name in ["first", "second", "third"] {
            await monitor.whileHandling { _ in
                self.take(name)
            } _: {
            }
            if name == "first" { interrupt() }
        }
        #expect(taken.withLock(\.self) == ["second"])
    }

    @Test func `a signal from before a line was read does not interrupt its command`() async throws {
        let reader = try #require(WakePipe())
        interrupt()
        #expect(!monitor.redirect(to: reader))
        interrupt()
        monitor.restore(from: reader)
        await monitor.whileHandling { _ in
            self.take("command")
        } _: {
        }
        #expect(taken.withLock(\.self).isEmpty)
    }

    @Test func `a signal just before a question interrupts its command before the answer is read`() async throws {
        let reader = try #require(WakePipe())
        await monitor.whileHandling { _ in
            self.take("command")
        } _: {
            monitor.pipe.send(ProcessSignal.interrupt.rawValue)
            _ = monitor.redirect(to: reader)
            #expect(taken.withLock(\.self) == ["command"])
            monitor.restore(from: reader)
        }
    }

    @Test func `a handler is not called after its work has ended`() async {
        let heard = AsyncStream<Void>.makeStream()
        async let delivery: Void = Task.detached { self.interrupt() }.value
        await monitor.whileHandling { _ in
            self.take("outer")
        } _: {
            await monitor.whileHandling { _ in
                heard.continuation.finish()
                // Long enough for the work to end if it could.
                usleep(20_000)
                return false
            } _: {
                for await _ in heard.stream {}
            }
        }
        _ = take("end")
        await delivery
        #expect(taken.withLock(\.self) == ["outer", "end"])
    }

    @Test func `a signal that a handler does not take goes to the outer one`() async {
        await monitor.whileHandling { _ in
            self.take("outer")
        } _: {
            await monitor.whileHandling { _ in
                self.take("inner", false)
            } _: {
                interrupt()
            }
        }
        #expect(taken.withLock(\.self) == ["inner", "outer"])
    }

    @Test func `Ctrl-Z goes to the handler for it and not to the command`() async {
        monitor.handleJobControl { _ in _ = self.take("Ctrl-Z") }
        defer { monitor.handleJobControl(with: nil) }
        await monitor.whileHandling { _ in
            self.take("command")
        } _: {
            monitor.pipe.send(ProcessSignal.suspend.rawValue)
            _ = try? await eventually { !self.taken.withLock(\.self).isEmpty }
        }
        #expect(taken.withLock(\.self) == ["Ctrl-Z"])
    }

    @Test func `Ctrl-C still cancels a command after a pager fails to start`() async {
        let task = Task { () -> ChildProcess.Ending in
            await self.monitor.whileHandling { _ in
                self.take("command")
            } _: {
                let pager = ChildProcess(arguments: ["/nonexistent/pager"], environment: [:])
                let ending = await pager.run(feeding: AnswerText("text"), interrupts: self.monitor)
                self.interrupt()
                return ending
            }
        }
        #expect(await task.value == .refused(ENOENT))
        #expect(taken.withLock(\.self) == ["command"])
    }

    @Test func `Ctrl-C that has ended a program does not interrupt the next command if it arrives late`() async {
        let child = ChildProcess(
            arguments: ["/bin/sh", "-c", "kill -INT $$"], environment: ["PATH": "/usr/bin:/bin"])
        let late = Task {
            try? await Task.sleep(for: .milliseconds(50))
            self.interrupt()
        }
        await monitor.whileHandling { _ in
            self.take("command")
        } _: {
            #expect(await child.run(feeding: nil, interrupts: monitor) == .killed(SIGINT))
        }
        await monitor.whileHandling { _ in
            self.take("next command")
        } _: {
            await late.value
        }
        #expect(!taken.withLock(\.self).contains("next command"))
    }

    @Test(.timeLimit(.minutes(5)))
    func `a request to terminate does not wait for a child that reads nothing`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("sleeper")
        // The sleeper keeps the pipe open without reading, even after the shell has exited.
        let child = ChildProcess(
            arguments: ["/bin/sh", "-c", "sleep 1000 <&0 & echo $! > \(file).new; mv \(file).new \(file); wait"],
            environment: ["PATH": "/usr/bin:/bin"])
        let answer = AnswerText("", rows: 100_000) { "row \($0)\n" }
        async let ending = child.run(feeding: answer, interrupts: monitor)
        var sleeper: pid_t?
        _ = try await eventually {
            let text = try? String(contentsOfFile: file, encoding: .utf8)
            sleeper = text.flatMap { pid_t($0.trimmingCharacters(in: .newlines)) }
            return sleeper != nil
        }
        monitor.deliver(.terminate)
        #expect(await ending == .killed(SIGTERM))
        #expect(sleeper.map { kill($0, SIGKILL) } == 0)
    }

    @Test func `a signal goes to the child while it runs`() async {
        await monitor.whileHandling { _ in
            self.take("command")
        } _: {
            let child = ChildProcess(
                arguments: ["/bin/sh", "-c", "exec sleep 1000"], environment: ["PATH": "/usr/bin:/bin"])
            let ticking = Task {
                while !Task.isCancelled {
                    self.interrupt()
                    try? await Task.sleep(for: .milliseconds(5))
                }
            }
            #expect(await child.run(feeding: nil, interrupts: monitor) == .killed(2))
            ticking.cancel()
            await ticking.value
        }
    }
}
