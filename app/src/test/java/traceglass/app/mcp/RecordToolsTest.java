package traceglass.app.mcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.config.TraceConfig;
import traceglass.record.Targets;
import traceglass.record.spi.Platform;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.Recorder;
import traceglass.record.spi.RecordingTarget;
import traceglass.record.spi.TargetReport;
import traceglass.record.spi.TraceFile;

@Timeout(60)
class RecordToolsTest {

    @TempDir
    private Path folder;

    private final CountDownLatch started = new CountDownLatch(1);
    private final Target target = new Target();
    private boolean isEndless;
    private boolean isBroken;

    private ToolResult run(String name, Map<String, Object> values, ToolCall call) throws Exception {
        RecordTools.Source source = new RecordTools.Source() {
            @Override
            public Targets.Found all() {
                return new Targets.Found(List.of(target), null);
            }

            @Override
            public RecordingTarget find(String id) throws RecordProblem {
                if (!id.equals("test")) {
                    throw new RecordProblem(RecordProblem.Kind.NOT_FOUND, "There is no target " + id);
                }
                return target;
            }
        };
        AgentTool tool = new RecordTools(folder, source)
                .all().stream().filter(t -> t.name().equals(name)).findFirst().orElseThrow();
        return tool.work().run(new AgentTool.Request(new ToolArguments(values, tool.schema()), call, null, null));
    }

    private List<Path> files() throws Exception {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void aRecordingIsSavedInTheFolder() throws Exception {
        ToolResult result = run("record_trace", Map.of("target", "test", "seconds", 3), new ToolCall());
        Path saved = files().getFirst();
        assertTrue(result.text().contains(saved.toString()), result::text);
        assertEquals("recorded", Files.readString(saved));
        assertEquals(3000, target.config.getDurationMs());
        assertTrue(target.config.getOutputPath().isEmpty());
    }

    @Test
    void targetsAreListedWithTheirPresets() throws Exception {
        String text = run("list_targets", Map.of(), new ToolCall()).markdown();
        assertTrue(text.contains("| test | Test computer |") && text.contains("default"), text);
    }

    @Test
    void aCanceledRecordingIsDiscarded() throws Exception {
        isEndless = true;
        ToolCall call = new ToolCall();
        CompletableFuture<ToolResult> result = CompletableFuture.supplyAsync(() -> {
            try {
                return run("record_trace", Map.of("target", "test"), call);
            } catch (Exception e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        });
        assertTrue(started.await(30, TimeUnit.SECONDS));
        call.cancel();
        ExecutionException e = assertThrows(ExecutionException.class, () -> result.get(30, TimeUnit.SECONDS));
        assertTrue(e.getCause().getMessage().contains("canceled"), e::toString);
        assertEquals(List.of(), files());
    }

    @Test
    void problemsAreReported() {
        assertTrue(problem(Map.of("target", "other")).contains("no target other"));
        assertTrue(problem(Map.of("target", "test", "preset", "absent")).contains("Presets: "));
        assertTrue(problem(Map.of("target", "test", "seconds", 1_000_000)).contains("seconds"));
        assertTrue(problem(Map.of("target", "test", "config", "x")).contains("config"));
        isBroken = true;
        assertTrue(problem(Map.of("target", "test")).contains("The disk is full"));
    }

    private String problem(Map<String, Object> values) {
        return String.valueOf(assertThrows(ToolProblem.class, () -> run("record_trace", values, new ToolCall()))
                .getMessage());
    }

    private final class Target implements RecordingTarget {

        private TraceConfig config;

        @Override
        public String id() {
            return "test";
        }

        @Override
        public String name() {
            return "Test computer";
        }

        @Override
        public String detail() {
            return "";
        }

        @Override
        public Platform platform() {
            return Platform.LINUX;
        }

        @Override
        public State state() {
            return State.READY;
        }

        @Override
        public TargetReport inspect() {
            return new TargetReport(List.of(), 0, null, Map.of(), Map.of(), Set.of(), 0);
        }

        @Override
        public Recorder connect(TraceConfig requested) {
            config = requested;
            return new OneWordRecorder();
        }
    }

    /// Records one word.
    private final class OneWordRecorder implements Recorder {

        @Override
        public void start(TraceFile file, Listener listener) throws RecordProblem {
            started.countDown();
            if (isBroken) {
                throw new RecordProblem(RecordProblem.Kind.LOST, "The disk is full");
            }
        }

        @Override
        public boolean awaitEnd(Duration timeout) throws InterruptedException {
            Thread.sleep(20);
            return !isEndless;
        }

        @Override
        public boolean savesWhileRecording() {
            return false;
        }

        @Override
        public void stop() {}

        @Override
        public void read(TraceFile file) throws RecordProblem {
            byte[] word = "recorded".getBytes(StandardCharsets.UTF_8);
            try {
                file.writeRaw(word, 0, word.length);
            } catch (IOException e) {
                throw new RecordProblem(RecordProblem.Kind.LOST, "The disk is full", e);
            }
        }

        @Override
        public void discard() {}

        @Override
        public long durationMs() {
            return 0;
        }

        @Override
        public void close() {}
    }
}
