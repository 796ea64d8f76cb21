package traceglass.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import traceglass.app.io.CommandOutput;
import traceglass.record.Targets;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.TargetReport;

/// `devices`: lists the recording targets.
@Command(name = "devices", description = RecordCommandTexts.DEVICES, mixinStandardHelpOptions = true)
final class DevicesCommand implements Callable<Integer> {

    @Option(names = "--check", description = RecordCommandTexts.CHECK)
    boolean check;

    @Override
    public Integer call() {
        Targets.Found targets = Targets.all();
        for (RecordingTarget t : targets.targets()) {
            CommandOutput.print(
                    String.format("%-28s %-14s %s · %s", t.id(), t.state().title(), t.name(), t.detail()));
            if (!t.help().isEmpty()) {
                CommandOutput.print("    " + t.help());
            }
            if (check && t.state() == RecordingTarget.State.READY) {
                for (TargetReport.Check c : t.inspect().checks()) {
                    CommandOutput.print(String.format(
                            "    %-7s %-22s %s%s",
                            RecordCommandTexts.checkState(c.state()),
                            c.label(),
                            c.value(),
                            c.help().isEmpty() ? "" : "  " + c.help()));
                }
            }
        }
        if (targets.problem() != null) {
            CommandOutput.report(
                    RecordCommandTexts.cantListDevices(targets.problem().getMessage()));
        }
        return 0;
    }
}
