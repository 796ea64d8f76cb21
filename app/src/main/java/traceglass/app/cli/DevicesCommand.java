package traceglass.app.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import traceglass.app.io.CommandOutput;
import traceglass.record.Targets;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.TargetReport;

/// `devices`: lists the recording targets.
@Command(
        name = "devices",
        description = "List the recording targets and how to fix those that are not ready.",
        mixinStandardHelpOptions = true)
final class DevicesCommand implements Callable<Integer> {

    @Option(names = "--check", description = "Check each target: version, tracing service, data sources.")
    boolean check;

    @Override
    public Integer call() {
        Targets.Found found = Targets.all();
        for (RecordingTarget t : found.targets()) {
            CommandOutput.print(
                    String.format("%-28s %-14s %s · %s", t.id(), t.state().title(), t.name(), t.detail()));
            if (!t.help().isEmpty()) {
                CommandOutput.print("    " + t.help());
            }
            if (check && t.state() == RecordingTarget.State.READY) {
                for (TargetReport.Check c : t.inspect().checks()) {
                    CommandOutput.print(String.format(
                            "    %-7s %-22s %s%s",
                            word(c.state()), c.label(), c.value(), c.help().isEmpty() ? "" : "  " + c.help()));
                }
            }
        }
        if (found.problem() != null) {
            System.err.println("traceglass: can't list devices: "
                    + CommandOutput.oneLine(found.problem().getMessage()));
        }
        return 0;
    }

    private static String word(TargetReport.State state) {
        return switch (state) {
            case OK -> "ok";
            case WARNING -> "warning";
            case FAILED -> "failed";
        };
    }
}
