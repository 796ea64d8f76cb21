package traceglass.record.config;

import static traceglass.record.spi.Platform.ANDROID;
import static traceglass.record.spi.Platform.LINUX;

import java.util.ArrayList;
import java.util.List;
import traceglass.record.config.Probe.Section;

/// GPU probes.
final class GpuProbes {

    private static final String COUNTERS = "gpu.counters";

    /// Ranges of counter ids of Mali GPUs: first id and number of ids.
    private static final int[][] MALI = {
        {1, 5},
        {7, 35},
        {43, 2},
        {46, 10},
        {58, 3},
        {82, 7},
        {94, 55},
        {151, 4},
        {156, 2},
        {159, 6},
        {166, 3},
        {170, 1},
        {172, 8},
        {181, 13},
        {196, 1},
        {198, 8},
        {207, 1},
        {210, 5},
        {216, 17},
        {235, 2},
        {241, 7},
        {253, 1},
        {257, 1},
        {265, 19},
        {285, 11},
        {297, 25},
        {323, 2},
        {347, 3},
        {461, 1},
        {544, 1},
        {65535, 2},
        {65538, 1},
        {65541, 17},
        {65560, 1},
        {65562, 1},
        {65565, 3},
        {65569, 2},
        {65572, 1},
        {65575, 1},
        {65577, 10},
        {65588, 2},
        {65591, 1},
        {65593, 2},
        {65596, 4},
        {65601, 3},
        {65609, 1},
        {65618, 3},
        {65626, 14},
        {65641, 6},
        {65653, 3},
        {65658, 3},
        {65664, 5},
        {65671, 3}
    };
    private static final long PERIOD_MS = 100;

    static final List<Probe> ALL = List.of(
            Probe.of(
                            "gpu_frequency",
                            Section.GPU,
                            "GPU frequency",
                            "Frequency changes, from the kernel",
                            ANDROID,
                            LINUX)
                    .events("power/gpu_frequency")
                    .build(),
            Probe.of("gpu_memory", Section.GPU, "GPU memory", "Total and per process. Android 12 or newer", ANDROID)
                    .source("android.gpu.memory", "")
                    .events("gpu_mem/gpu_mem_total")
                    .since(31)
                    .build(),
            Probe.of(
                            "gpu_work_period",
                            Section.GPU,
                            "GPU work periods",
                            "Time on the GPU by package. Android 14 or newer",
                            ANDROID)
                    .events("power/gpu_work_period")
                    .since(34)
                    .build(),
            Probe.of(
                            "gpu_renderstages",
                            Section.GPU,
                            "Render stages",
                            "Stages of each frame. Turn them on with: adb shell setprop "
                                    + "debug.graphics.gpu.profiler.perfetto 1",
                            ANDROID)
                    .source("gpu.renderstages", "")
                    .build(),
            Probe.of(
                            "gpu_mali_counters",
                            Section.GPU,
                            "Mali counters",
                            "All counters, ten times per second. Start their producer with: adb shell"
                                    + " gpu_counter_producer",
                            ANDROID)
                    .source(
                            COUNTERS,
                            "gpu_counter_config { counter_period_ns: " + PERIOD_MS * 1_000_000 + counterIds() + " }")
                    .build(),
            Probe.of(
                            "gpu_mali_fence_events",
                            Section.GPU,
                            "Mali fences",
                            "When the GPU waits for a fence and when it signals one",
                            ANDROID)
                    .events(
                            "mali/mali_KCPU_FENCE_SIGNAL",
                            "mali/mali_KCPU_FENCE_WAIT_END",
                            "mali/mali_KCPU_FENCE_WAIT_START")
                    .build());

    private GpuProbes() {}

    private static String counterIds() {
        StringBuilder ids = new StringBuilder();
        for (int id : maliCounters()) {
            ids.append(" counter_ids: ").append(id);
        }
        return ids.toString();
    }

    static List<Integer> maliCounters() {
        List<Integer> ids = new ArrayList<>();
        for (int[] range : MALI) {
            for (int i = 0; i < range[1]; i++) {
                ids.add(range[0] + i);
            }
        }
        return ids;
    }
}
