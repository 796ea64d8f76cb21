package traceglass.app.mcp;

import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import traceglass.app.launch.EventRef;
import traceglass.app.launch.TimeRange;
import traceglass.app.launch.TrackFlags;
import traceglass.app.mcp.AgentTool.Request;
import traceglass.app.window.stage.WindowPicture;
import traceglass.store.time.TimeSpan;
import traceglass.store.time.TimeText;

/// The tool that draws the timeline. Pictures are drawn one at a time, because there is only one toolkit.
final class PictureTool {

    private static final int MIN_WIDTH = 400;
    private static final int MIN_HEIGHT = 300;
    private static final int MAX_SIDE = 4000;
    private static final int MAX_PNG_BYTES = 8 << 20;
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final List<String> THEMES = List.of("light", "dark");

    private static final ExecutorService TOOLKIT = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "mcp pictures");
        thread.setDaemon(true);
        return thread;
    });

    private final AgentTraces traces;

    PictureTool(AgentTraces traces) {
        this.traces = traces;
    }

    AgentTool tool() {
        ToolSchema schema = new ToolSchema()
                .trace()
                .time("start", McpTexts.START)
                .time("end", McpTexts.END)
                .text("filter", McpTexts.FILTER)
                .text("expand", McpTexts.EXPAND)
                .time("slice_id", McpTexts.PICTURED_SLICE)
                .text("search", McpTexts.SEARCH)
                .integer("width", McpTexts.WIDTH, 1400, MIN_WIDTH, MAX_SIDE)
                .integer("height", McpTexts.HEIGHT, 800, MIN_HEIGHT, MAX_SIDE)
                .choice("theme", McpTexts.THEME, THEMES);
        return new AgentTool(
                "take_picture", McpTexts.PICTURE_TITLE, McpTexts.PICTURE, schema, false, false, this::draw);
    }

    private ToolResult draw(Request request) throws Exception {
        ToolArguments arguments = request.arguments();
        AgentTrace trace = traces.get(arguments.text("trace", ""));
        TimeRange range = range(arguments, trace);
        OptionalLong slice = arguments.integer("slice_id");
        WindowPicture.Request picture = new WindowPicture.Request(
                trace.file(),
                null,
                arguments.integer("width", 1400, MIN_WIDTH, MAX_SIDE),
                arguments.integer("height", 800, MIN_HEIGHT, MAX_SIDE),
                new WindowPicture.Style(1, 1, arguments.choice("theme", THEMES).equals("dark")),
                range,
                orNull(arguments.text("expand", "")),
                orNull(arguments.text("filter", "")),
                null,
                slice.isPresent() ? new EventRef("slice", slice.getAsLong()) : null,
                null,
                null,
                orNull(arguments.text("search", "")),
                TrackFlags.none(),
                List.of(),
                trace.options());
        byte[] png = png(request, picture);
        if (png.length > MAX_PNG_BYTES) {
            throw new ToolProblem(McpTexts.LARGE_PICTURE);
        }
        TimeSpan shown = range == null ? null : range.in(span(trace));
        String text = shown == null
                ? McpTexts.pictureTaken(trace.name())
                : McpTexts.pictureTaken(
                        trace.name(),
                        TimeText.range(
                                shown.start(), shown.end(), trace.processor().startNs()));
        return new ToolResult(trace.id(), text, List.of(), png);
    }

    private static byte[] png(Request request, WindowPicture.Request picture) throws Exception {
        Future<byte[]> drawn = TOOLKIT.submit(() -> WindowPicture.png(picture, LIMIT.toSeconds()));
        try {
            return request.call().run(LIMIT, () -> drawn.cancel(true), drawn::get);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IllegalStateException problem) {
                throw problem;
            }
            throw new ToolProblem(McpTexts.cantDraw(String.valueOf(e.getCause())));
        }
    }

    private static @Nullable TimeRange range(ToolArguments arguments, AgentTrace trace) throws ToolProblem {
        TimeSpan span = span(trace);
        OptionalLong start = arguments.time("start", span.start());
        OptionalLong end = arguments.time("end", span.start());
        if (start.isEmpty() && end.isEmpty()) {
            return null;
        }
        long from = start.orElse(span.start());
        long to = end.orElse(span.end());
        if (to <= from) {
            throw new ToolProblem(McpTexts.endsBeforeStart(from, to));
        }
        return TimeRange.of(new TimeSpan(from, to));
    }

    private static TimeSpan span(AgentTrace trace) {
        return new TimeSpan(trace.processor().startNs(), trace.processor().endNs());
    }

    private static @Nullable String orNull(String text) {
        return text.isBlank() ? null : text;
    }
}
