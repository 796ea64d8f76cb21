package traceglass.app.export;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.task.FxThread;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Notices;
import traceglass.convert.merge.TraceMerge;
import traceglass.convert.output.ConvertProblem;
import traceglass.ingest.ImportCanceled;
import traceglass.ingest.ImportProgress;

/// Command that merges the open trace with another one.
final class MergeWithTrace {

    /// Id of the command.
    static final String ID = "trace.merge";

    private static final String TOPIC = "merge";

    private final ExportCommands exports;
    private final TraceSlot slot;
    private final Messages messages;
    private boolean isReading;

    /// @param exports writes the merged trace
    MergeWithTrace(ExportCommands exports, TraceSlot slot, Messages messages) {
        this.exports = exports;
        this.slot = slot;
        this.messages = messages;
    }

    void register() {
        slot.host()
                .commands()
                .register(Command.of(
                        ID,
                        CommandGroups.TRACE,
                        ExportTexts.MERGE,
                        "",
                        "",
                        () -> exports.isEnabled() && !isReading,
                        () -> messages.dialogs()
                                .chooseOpen(ExportTexts.MERGE_CHOOSE)
                                .ifPresent(this::read)));
    }

    /// Reads both traces on a separate thread and opens the form.
    private void read(Path other) {
        isReading = true;
        messages.notices().close(TOPIC);
        messages.status()
                .setState(null, ExportTexts.MERGE_READING, other.getFileName().toString());
        ImportProgress progress = new ImportProgress();
        FileTask task =
                new FileTask(messages.status(), TOPIC, ExportTexts.MERGE_READING, ExportTexts.CANCEL_READING, progress);
        slot.trace().session().whenClosed(progress::cancel);
        Path open = slot.trace().session().file();
        Thread.ofPlatform().daemon().name("merge").start(() -> {
            Optional<MergeChoice> choice = Optional.empty();
            String problem = "";
            try {
                choice = Optional.of(MergeChoice.read(open, other, progress));
            } catch (ImportCanceled e) {
                // Nothing to do: the user canceled in the status bar.
            } catch (ConvertProblem | IOException | UncheckedIOException e) {
                problem = String.valueOf(e.getMessage());
            }
            Optional<MergeChoice> result = choice;
            String reason = problem;
            FxThread.later(() -> {
                isReading = false;
                task.end();
                finished(other, result, reason);
            });
        });
    }

    private void finished(Path other, Optional<MergeChoice> choice, String problem) {
        if (choice.isPresent()) {
            messages.status().setState(null, "", "");
            new MergeForm(choice.get(), this::save).show(messages.status());
            return;
        }
        messages.status()
                .setState(
                        null,
                        problem.isEmpty() ? CommonTexts.CANCELED : ExportTexts.NOT_MERGED,
                        other.getFileName().toString());
        if (!problem.isEmpty()) {
            messages.notices().show(Notices.Severity.ERROR, TOPIC, ExportTexts.cantMerge(other, problem));
        }
    }

    private void save(MergeChoice choice) {
        exports.choose(ExportTexts.MERGE_DIALOG, ExportTexts.CUT_FILES, "merged.pftrace", "")
                .ifPresent(target -> exports.start(
                        target, List.of(choice.first(), choice.second()), (_, output, progress, notes) -> {
                            TraceMerge merge =
                                    TraceMerge.of(List.of(choice.first(), choice.second()), choice.options(), progress);
                            merge.aligned().stream()
                                    .filter(t -> !t.loss().isEmpty())
                                    .forEach(t -> notes.accept(t.file().getFileName() + ": " + t.loss()));
                            merge.write(output.stream(), progress);
                        }));
    }
}
