package traceglass.app.bench;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.app.io.Failure;
import traceglass.app.window.WindowPicture;
import traceglass.render.windowless.RenderBench;
import traceglass.store.database.StoreOptions;

/// Measures drawing: moves the window's timeline through the trace, in memory.
public final class WindowBench {

    private static final int WIDTH = 1920;
    private static final int HEIGHT = 1080;
    private static final long TIMEOUT_S = 600;

    private WindowBench() {}

    /// @param frames how many frames zoom and pan; at most five times as many scroll through a tall timeline
    /// @param colors patterns for the names of slices that color rules apply to
    /// @return `frames`, `fx_ms_p50`, `fx_ms_p99`, `fx_cpu_ms_p99`, `fx_wait_ms_p99`, `build_ms_p50`,
    ///     `build_ms_p99` and `blank_frames` of the median run
    public static Map<String, Object> run(Path trace, StoreOptions options, int runs, int frames, List<String> colors)
            throws Failure {
        List<RenderBench.RenderBenchResult> all = new ArrayList<>();
        try {
            for (int i = 0; i < runs; i++) {
                all.add(WindowPicture.benchmark(trace, options, WIDTH, HEIGHT, frames, colors, TIMEOUT_S));
            }
        } catch (IllegalStateException e) {
            throw new Failure(e.getMessage(), e);
        }
        all.sort(Comparator.comparingDouble(RenderBench.RenderBenchResult::fxMsP99));
        RenderBench.RenderBenchResult f = all.get(runs / 2);
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("frames", f.frames());
        figures.put("fx_ms_p50", f.fxMsP50());
        figures.put("fx_ms_p99", f.fxMsP99());
        figures.put("fx_cpu_ms_p99", f.fxCpuMsP99());
        figures.put("fx_wait_ms_p99", f.fxWaitMsP99());
        figures.put("build_ms_p50", f.buildMsP50());
        figures.put("build_ms_p99", f.buildMsP99());
        figures.put("blank_frames", f.blankFrames());
        return figures;
    }
}
