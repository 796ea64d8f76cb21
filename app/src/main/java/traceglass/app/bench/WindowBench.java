package traceglass.app.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.app.io.Failure;
import traceglass.app.window.stage.WindowPicture;
import traceglass.render.windowless.RenderBench;
import traceglass.store.database.StoreOptions;

/// Measures drawing: moves the window's timeline through the trace, in memory.
public final class WindowBench {

    private static final int WIDTH = 1920;
    private static final int HEIGHT = 1080;
    private static final long TIMEOUT_S = 600;

    private WindowBench() {}

    /// @param frames number of frames that zoom and pan; at most five times as many scroll through a tall timeline
    /// @param colors patterns for the names of slices that color rules apply to
    /// @return `frames`, `fx_ms_p50`, `fx_ms_p99`, `fx_cpu_ms_p99`, `fx_wait_ms_p99`, `build_ms_p50`,
    ///     `build_ms_p99` and `blank_frames` of the median run
    public static Map<String, Object> run(Path trace, StoreOptions options, int runs, int frames, List<String> colors)
            throws Failure {
        List<RenderBench.RenderBenchResult> runResults = new ArrayList<>();
        try {
            for (int i = 0; i < runs; i++) {
                runResults.add(WindowPicture.benchmark(trace, options, WIDTH, HEIGHT, frames, colors, TIMEOUT_S));
            }
        } catch (IllegalStateException e) {
            throw new Failure(e.getMessage(), e);
        }
        runResults.sort(Comparator.comparingDouble(RenderBench.RenderBenchResult::fxMsP99));
        RenderBench.RenderBenchResult f = runResults.get(runs / 2);
        Map<String, Object> results = new LinkedHashMap<>();
        results.put("frames", f.frames());
        results.put("fx_ms_p50", f.fxMsP50());
        results.put("fx_ms_p99", f.fxMsP99());
        results.put("fx_cpu_ms_p99", f.fxCpuMsP99());
        results.put("fx_wait_ms_p99", f.fxWaitMsP99());
        results.put("build_ms_p50", f.buildMsP50());
        results.put("build_ms_p99", f.buildMsP99());
        results.put("blank_frames", f.blankFrames());
        return results;
    }
}
