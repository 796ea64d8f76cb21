package traceglass.app.mcp;

import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.app.mcp.AgentTool.Request;
import traceglass.engine.agent.AnswerTable;
import traceglass.record.RecordingFiles;
import traceglass.record.Session;
import traceglass.record.SessionState;
import traceglass.record.SessionView;
import traceglass.record.Targets;
import traceglass.record.config.Preset;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordingTarget;
import traceglass.store.text.DisplayText;

/// Tools that record a trace, for servers whose user allowed it. They use presets only, because a config from
/// the agent could write to other files.
final class RecordTools {

    private static final int MAX_SECONDS = 120;
    private static final Duration GRACE = Duration.ofSeconds(60);
    private static final Duration POLL = Duration.ofMillis(200);

    private final Path folder;
    private final Source source;

    /// Supplies the recording targets.
    interface Source {

        Targets.Found all();

        RecordingTarget find(String name) throws RecordProblem;
    }

    /// Targets of this machine.
    private static final class LocalTargets implements Source {

        @Override
        public Targets.Found all() {
            return Targets.all();
        }

        @Override
        public RecordingTarget find(String name) throws RecordProblem {
            return Targets.parse(name);
        }
    }

    /// @param folder folder for the recordings
    RecordTools(Path folder) {
        this(folder, new LocalTargets());
    }

    RecordTools(Path folder, Source source) {
        this.folder = folder;
        this.source = source;
    }

    List<AgentTool> all() {
        return List.of(
                AgentTool.readOnly(
                        "list_targets", McpTexts.TARGETS_TITLE, McpTexts.TARGETS, new ToolSchema(), _ -> targets()),
                new AgentTool(
                        "record_trace",
                        McpTexts.RECORD_TITLE,
                        McpTexts.record(folder),
                        new ToolSchema()
                                .required("target", McpTexts.TARGET)
                                .text("preset", McpTexts.PRESET)
                                .integer("seconds", McpTexts.SECONDS, 10, 1, MAX_SECONDS),
                        true,
                        false,
                        this::record));
    }

    private ToolResult targets() {
        Targets.Found targets = source.all();
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (RecordingTarget t : targets.targets()) {
            String presets = String.join(
                    ", ", Preset.of(t.platform()).stream().map(Preset::id).toList());
            rows.add(Arrays.asList(t.id(), t.name(), t.state().title(), t.help(), presets));
        }
        RecordProblem problem = targets.problem();
        AnswerTable table = new AnswerTable(
                McpTexts.TARGETS_TITLE,
                List.of("target", "name", "state", "help", "presets"),
                rows,
                problem == null ? "" : McpTexts.noDevices(String.valueOf(problem.getMessage())),
                false);
        return new ToolResult("", "", List.of(table), null);
    }

    private ToolResult record(Request request) throws Exception {
        ToolArguments arguments = request.arguments();
        int seconds = arguments.integer("seconds", 10, 1, MAX_SECONDS);
        try {
            RecordingTarget target = source.find(arguments.text("target", "").strip());
            List<Preset> presets = Preset.of(target.platform());
            String name = arguments.text("preset", presets.getFirst().id()).strip();
            Preset preset = Preset.find(target.platform(), name)
                    .orElseThrow(() -> new ToolProblem(McpTexts.noPreset(
                            name, presets.stream().map(Preset::id).toList())));
            Path file = RecordingFiles.claim(folder, target.name(), LocalDateTime.now());
            try {
                Session session = Session.start(
                        target.nameInSentence(),
                        () -> target.connect(preset.settings()
                                .withDurationMs(1000L * seconds)
                                .config()),
                        file);
                return resultOf(await(request, session, seconds));
            } finally {
                RecordingFiles.release(file);
            }
        } catch (RecordProblem e) {
            throw new ToolProblem(String.valueOf(e.getMessage()));
        }
    }

    /// Waits for the end of the recording, and reports how many seconds were recorded.
    private static SessionView await(Request request, Session session, int seconds) throws Exception {
        return request.call().run(GRACE.plusSeconds(seconds), session::cancel, () -> {
            long reported = 0;
            while (!session.await(POLL)) {
                long now = session.view().elapsedMs() / 1000;
                if (now > reported) {
                    reported = now;
                    request.progress(now, seconds, McpTexts.RECORDING);
                }
            }
            return session.view();
        });
    }

    private static ToolResult resultOf(SessionView end) throws ToolProblem {
        if (end.state() == SessionState.CANCELED) {
            throw new ToolProblem(McpTexts.CANCELED);
        }
        RecordProblem problem = end.problem();
        if (end.state() == SessionState.FAILED || problem != null) {
            throw new ToolProblem(problem == null ? McpTexts.NOT_RECORDED : String.valueOf(problem.getMessage()));
        }
        return new ToolResult("", McpTexts.recorded(end.file(), DisplayText.size(end.fileBytes())), List.of(), null);
    }
}
