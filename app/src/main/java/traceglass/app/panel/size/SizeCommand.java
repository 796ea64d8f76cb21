package traceglass.app.panel.size;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import traceglass.analysis.flame.FlameScope;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.export.FileTask;
import traceglass.app.panel.flame.FlamePanel;
import traceglass.app.session.TraceSession;
import traceglass.app.task.FxThread;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Notices;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.size.TraceSize;
import traceglass.ingest.ImportCanceled;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.perfetto.PerfettoImporter;

/// Command that shows which fields and packet sequences fill the file of the open trace, as a flame graph. The file is
/// read on a separate thread; the status bar shows the progress with a link to cancel it.
public final class SizeCommand {

    public static final String ID = "trace.sizes";

    private static final String PERFETTO = new PerfettoImporter().displayName();
    private static final String TOPIC = "sizes";

    private final TraceSlot slot;
    private final Messages messages;
    private boolean isRunning;

    private SizeCommand(TraceSlot slot, Messages messages) {
        this.slot = slot;
        this.messages = messages;
    }

    /// Adds the command to a window.
    public static void install(TraceSlot slot, Messages messages) {
        SizeCommand command = new SizeCommand(slot, messages);
        slot.host()
                .commands()
                .register(Command.of(
                        ID,
                        CommandGroups.TRACE,
                        SizeTexts.COMMAND,
                        "flame",
                        "",
                        () -> !command.isRunning && isEnabled(slot.trace().session()),
                        command::start));
    }

    /// Returns whether the trace is open and in the format whose sizes can be read.
    public static boolean isEnabled(TraceSession session) {
        return session != null
                && session.isReady()
                && session.summary().format().equals(PERFETTO);
    }

    private void start() {
        TraceSession session = slot.trace().session();
        Path file = session.file();
        FlameScope scope = FlameScope.ofTrace(SizeTexts.SCOPE, session.bounds());
        isRunning = true;
        messages.notices().close(TOPIC);
        messages.status().setState(null, SizeTexts.READING, session.name());
        ImportProgress progress = new ImportProgress();
        FileTask task = new FileTask(messages.status(), TOPIC, SizeTexts.READING, SizeTexts.CANCEL_READING, progress);
        session.whenClosed(progress::cancel);
        Thread.ofPlatform().daemon().name("trace-size").start(() -> {
            Consumer<Runnable> end = action -> FxThread.later(() -> {
                isRunning = false;
                task.end();
                action.run();
            });
            try {
                TraceSize sizes = TraceSize.read(file, progress);
                end.accept(() -> show(session, sizes, scope));
            } catch (ImportCanceled e) {
                end.accept(() -> messages.status().setState(null, CommonTexts.CANCELED, session.name()));
            } catch (ConvertProblem | IOException | UncheckedIOException e) {
                end.accept(() -> failed(session, String.valueOf(e.getMessage())));
            }
        });
    }

    private void show(TraceSession session, TraceSize sizes, FlameScope scope) {
        if (session != slot.trace().session()) {
            return;
        }
        messages.status().setState("check", SizeTexts.READ, session.name());
        String loss = sizes.summary().loss();
        if (!loss.isEmpty()) {
            messages.notices().show(Notices.Severity.WARN, TOPIC, loss);
        }
        slot.navigation().navigator().showPage("timeline");
        FlamePanel.show(slot.host().detailsPane(), SizeStacks.sequences(sizes, scope), SizeStacks.fields(sizes, scope));
    }

    private void failed(TraceSession session, String reason) {
        messages.status().setState(null, SizeTexts.NOT_READ, session.name());
        messages.notices().show(Notices.Severity.ERROR, TOPIC, SizeTexts.cantRead(session.name(), reason));
    }
}
