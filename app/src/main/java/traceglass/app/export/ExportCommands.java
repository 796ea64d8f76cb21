package traceglass.app.export;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import traceglass.analysis.select.Selection;
import traceglass.app.command.Command;
import traceglass.app.command.CommandGroups;
import traceglass.app.context.Messages;
import traceglass.app.context.TraceSlot;
import traceglass.app.session.TraceSession;
import traceglass.app.task.FxThread;
import traceglass.app.ui.CommonTexts;
import traceglass.app.ui.Notices;
import traceglass.convert.Conversions;
import traceglass.convert.cut.TraceCut;
import traceglass.convert.cut.select.CutSelection;
import traceglass.convert.format.Conversion;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;
import traceglass.convert.output.OutputTarget;
import traceglass.ingest.ImportCanceled;
import traceglass.ingest.ImportProgress;
import traceglass.sql.export.TableFormat;
import traceglass.sql.export.TableFormats;
import traceglass.sql.modules.ModuleLibrary;
import traceglass.sql.result.QueryException;
import traceglass.sql.result.SqlProblem;
import traceglass.sql.session.SqlPolicy;
import traceglass.sql.session.SqlSession;
import traceglass.store.TraceStore;
import traceglass.store.time.TimeSpan;

/// Commands that save the open trace in other formats. The work runs on a separate thread, one at a time; the status
/// bar shows it with a link to cancel it.
public final class ExportCommands {

    /// Prefix of the ids of the commands; the id of the format follows.
    public static final String PREFIX = "trace.as.";

    /// Ids of the commands that save a time range or a process as a trace, or merge this trace with another one.
    public static final List<String> TRACES =
            List.of("trace.cut.visible", "trace.cut.selection", "trace.cut.process", MergeWithTrace.ID);

    private static final String TOPIC = "export";

    private final TraceSlot slot;
    private final Messages messages;
    private boolean isRunning;

    private ExportCommands(TraceSlot slot, Messages messages) {
        this.slot = slot;
        this.messages = messages;
    }

    /// Adds the commands to a window.
    public static void install(TraceSlot slot, Messages messages) {
        new ExportCommands(slot, messages).register();
    }

    /// Writes the trace.
    interface Work {
        void run(TraceStore store, OutputTarget target, ImportProgress progress, Consumer<String> notes)
                throws IOException, ConvertProblem, SqlProblem, QueryException;
    }

    /// Returns the ids of the commands in the order of the menu.
    public static List<String> ids() {
        List<String> ids = new ArrayList<>();
        Conversions.all().stream().filter(ExportCommands::appliesToTraces).forEach(c -> ids.add(PREFIX + c.id()));
        TableFormats.all().forEach(f -> ids.add(PREFIX + f.id()));
        return ids;
    }

    /// Returns whether a conversion applies to open traces. The conversion from text to binary does not.
    private static boolean appliesToTraces(Conversion conversion) {
        return !conversion.id().equals("binary");
    }

    private void register() {
        registerCut(TRACES.getFirst(), ExportTexts.CUT_VISIBLE, () -> visible().map(this::cutWork));
        registerCut(TRACES.get(1), ExportTexts.CUT_SELECTION, () -> selected().map(this::cutWork));
        registerCut(
                TRACES.get(2),
                ExportTexts.CUT_PROCESS,
                () -> SelectedProcess.of(slot.selection().get()).map(this::cutWork));
        new MergeWithTrace(this, slot, messages).register();
        for (Conversion c : Conversions.all()) {
            if (appliesToTraces(c)) {
                register(c.id(), c.extension(), (store, target, progress, notes) -> {
                    Conversion.Request request =
                            new Conversion.Request(file(), () -> new TraceRows(store), Conversion.Options.DEFAULT);
                    if (c.isFolder()) {
                        c.convert(request, target.temporaryFolder(), progress, notes);
                    } else {
                        c.convert(request, target.stream(), progress, notes);
                    }
                });
            }
        }
        for (TableFormat f : TableFormats.all()) {
            register(f.id(), f.isFolder() ? "" : f.extension(), (store, target, progress, notes) -> {
                try (SqlSession session = SqlSession.on(store, SqlPolicy.WITH_FILES, new ModuleLibrary())) {
                    f.write(
                            session,
                            f.tables(session),
                            f.isFolder() ? target.temporaryFolder() : target.temporaryFile());
                }
            });
        }
    }

    /// @param cut supplies the work; empty if there is nothing to cut
    private void registerCut(String id, String title, Supplier<Optional<Work>> cut) {
        slot.host()
                .commands()
                .register(Command.of(
                        id,
                        CommandGroups.TRACE,
                        title,
                        "",
                        "",
                        () -> isEnabled() && cut.get().isPresent(),
                        () -> cut.get()
                                .ifPresent(work -> choose(ExportTexts.CUT, ExportTexts.CUT_FILES, "cut.pftrace", "")
                                        .ifPresent(target -> start(target, work)))));
    }

    /// Returns the visible part of the trace, if any.
    private Optional<TimeSpan> visible() {
        TimeSpan bounds = slot.trace().session().bounds();
        TimeSpan span = slot.navigation().timelineLink().visible();
        return span == null
                ? Optional.empty()
                : span(Math.max(span.start(), bounds.start()), Math.min(span.end(), bounds.end()));
    }

    private Optional<TimeSpan> selected() {
        return slot.selection().get() instanceof Selection.Area a ? span(a.start(), a.end()) : Optional.empty();
    }

    private static Optional<TimeSpan> span(long start, long end) {
        return start < end ? Optional.of(new TimeSpan(start, end)) : Optional.empty();
    }

    private Work cutWork(TimeSpan span) {
        Path file = file();
        // Include the last event of the trace.
        TraceCut.Range range = new TraceCut.Range(span.start(), span.end() + 1, true);
        return (_, target, progress, notes) -> cutWork(file, range, CutSelection.ALL, target, progress, notes);
    }

    private Work cutWork(SelectedProcess process) {
        Path file = file();
        return (store, target, progress, notes) -> {
            CutSelection selection = CutSelection.ofProcess(process.pid(new TraceRows(store)));
            cutWork(file, TraceCut.Range.ALL, selection, target, progress, notes);
        };
    }

    private static void cutWork(
            Path file,
            TraceCut.Range range,
            CutSelection selection,
            OutputTarget target,
            ImportProgress progress,
            Consumer<String> notes)
            throws IOException, ConvertProblem {
        String loss = TraceCut.run(file, range, selection, target.stream(), progress);
        if (!loss.isEmpty()) {
            notes.accept(loss);
        }
    }

    private void register(String format, String extension, Work work) {
        slot.host()
                .commands()
                .register(Command.of(
                        PREFIX + format,
                        CommandGroups.TRACE,
                        ExportTexts.command(format),
                        "",
                        "",
                        this::isEnabled,
                        () -> choose(ExportTexts.dialog(format), ExportTexts.title(format), extension, format)
                                .ifPresent(target -> start(target, work))));
    }

    boolean isEnabled() {
        TraceSession session = slot.trace().session();
        return session != null && session.isReady() && !isRunning;
    }

    private Path file() {
        return slot.trace().session().file();
    }

    /// Asks for the file.
    ///
    /// @param title title of the dialog
    /// @param kind description of the files
    /// @param folder suffix of the name if the output is a folder, else empty
    Optional<Path> choose(String title, String kind, String extension, String folder) {
        String name = slot.trace().session().name();
        int dot = name.indexOf('.', 1);
        String start = dot < 0 ? name : name.substring(0, dot);
        return messages.dialogs()
                .chooseSave(
                        title,
                        extension.isEmpty() ? start + "-" + folder : start + "." + extension,
                        kind.replace("…", ""),
                        extension);
    }

    private void start(Path target, Work work) {
        start(target, List.of(file()), work);
    }

    /// Writes a file on a separate thread.
    ///
    /// @param inputs files that are read while writing and must not be replaced
    void start(Path target, List<Path> inputs, Work work) {
        isRunning = true;
        messages.notices().close(TOPIC);
        messages.status()
                .setState(null, ExportTexts.SAVING, target.getFileName().toString());
        ImportProgress progress = new ImportProgress();
        FileTask task = new FileTask(messages.status(), TOPIC, ExportTexts.SAVING, ExportTexts.CANCEL_SAVING, progress);
        slot.trace().session().whenClosed(progress::cancel);
        TraceStore store = slot.trace().session().storeForExport();
        Thread.ofPlatform().daemon().name("export").start(() -> {
            List<String> notes = new ArrayList<>();
            Optional<String> problem = run(store, inputs, target, work, progress, notes);
            FxThread.later(() -> {
                isRunning = false;
                task.end();
                ended(target, problem, notes);
            });
        });
    }

    /// Returns the problem, an empty string after a cancellation, or nothing after a success.
    private static Optional<String> run(
            TraceStore store, List<Path> inputs, Path target, Work work, ImportProgress progress, List<String> notes) {
        // The file dialog has already asked whether to replace an existing file.
        try (OutputTarget output = OutputTarget.of(target, true, inputs)) {
            work.run(store, output, progress, notes::add);
            progress.check();
            output.commit();
            return Optional.empty();
        } catch (ImportCanceled | CancellationException e) {
            return Optional.of("");
        } catch (ConvertProblem | IOException | UncheckedIOException | SqlProblem | QueryException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private void ended(Path target, Optional<String> problem, List<String> notes) {
        if (problem.isEmpty()) {
            messages.status().setState("check", CommonTexts.SAVED, ExportTexts.saved(target, size(target)));
            notes.forEach(n -> messages.notices().show(Notices.Severity.WARN, TOPIC, n));
        } else if (problem.get().isEmpty()) {
            messages.status()
                    .setState(null, CommonTexts.CANCELED, target.getFileName().toString());
        } else {
            messages.status()
                    .setState(null, ExportTexts.NOT_SAVED, target.getFileName().toString());
            messages.notices().show(Notices.Severity.ERROR, TOPIC, ExportTexts.cantSave(target, problem.get()));
        }
    }

    private static long size(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : -1;
        } catch (IOException e) {
            return -1;
        }
    }
}
