package traceglass.app.cli.service;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import traceglass.app.io.CommandOutput;
import traceglass.app.io.Failure;
import traceglass.service.ipc.RelayHost;

/// `service --relay-to`: connects the producers of this machine to the tracing service of another machine.
final class RelayRun {

    private RelayRun() {}

    /// Runs until the process ends or the thread is interrupted.
    static void run(List<String> producers, String remote, String version) throws Failure {
        try (RelayHost relay = new RelayHost(
                producers, remote, version, p -> CommandOutput.report(ServiceCommandTexts.relayProblem(p)))) {
            CommandOutput.print(ServiceCommandTexts.relaying(relay.names(), remote));
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            // The process was asked to end.
        } catch (IOException e) {
            throw new Failure(ServiceCommandTexts.cantRelay(producers, CommandOutput.reason(e)), e);
        }
    }
}
