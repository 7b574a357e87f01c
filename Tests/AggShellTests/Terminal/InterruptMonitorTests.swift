import AggCommands
import Foundation
import Synchronization
import Testing

@testable import AggShell

@Suite(.serialized) final class InterruptMonitorTests: Sendable {
    private let monitor: InterruptMonitor
    private let taken = Mutex<[String]>([])

    init() throws {
        monitor = try #require(InterruptMonitor())
    }

    private func interrupt() { monitor.deliver([ProcessSignal.interrupt.rawValue]) }

    private func take(_ name: String, _ answer: Bool = true) -> Bool {
        taken.withLock { $0.append(name) }
        return answer
    }

    @Test func `the innermost handler takes a signal, and the one before it is in charge again afterwards`() async {
        interrupt()
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

    @Test func `what a handler does not take goes to the one before it`() async {
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

    @Test func `Ctrl-C still cancels a command after a pager that did not start`() async {
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

    @Test func `a signal goes to the child while there is one`() async {
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
