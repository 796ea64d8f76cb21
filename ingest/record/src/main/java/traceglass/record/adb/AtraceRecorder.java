package traceglass.record.adb;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.TraceConfig;
import traceglass.protos.config.TraceConfig.BufferConfig.FillPolicy;
import traceglass.record.spi.ConfigRefused;
import traceglass.record.spi.LogEntry.Level;
import traceglass.record.spi.RecordProblem;
import traceglass.record.spi.RecordProblem.Kind;
import traceglass.record.spi.TraceFile;

/// Records with `atrace -z`, as systrace did, from devices without a tracing service. Its output is a trace that the
/// systrace importers read. Only atrace categories, apps, buffer size and duration of the config are used; kernel
/// events are mapped to the categories that contain them.
final class AtraceRecorder extends CommandRecorder {

    private static final Map<String, String> CATEGORY_OF_GROUP = Map.ofEntries(
            Map.entry("sched", "sched"),
            Map.entry("task", "sched"),
            Map.entry("irq", "irq"),
            Map.entry("i2c", "i2c"),
            Map.entry("mmc", "disk"),
            Map.entry("block", "disk"),
            Map.entry("ext4", "disk"),
            Map.entry("f2fs", "disk"),
            Map.entry("workqueue", "workq"),
            Map.entry("vmscan", "memreclaim"),
            Map.entry("regulator", "regulators"),
            Map.entry("binder", "binder_driver"),
            Map.entry("sync", "sync"),
            Map.entry("kmem", "memory"),
            Map.entry("ion", "ion"));
    private static final Map<String, String> CATEGORY_OF_EVENT = Map.of(
            "power/cpu_frequency",
            "freq",
            "power/cpu_idle",
            "idle",
            "power/clock_set_rate",
            "freq",
            "power/gpu_frequency",
            "freq");
    private static final List<String> DEFAULT_CATEGORIES =
            List.of("sched", "freq", "idle", "am", "wm", "gfx", "view", "input");
    private static final Pattern SAFE = Pattern.compile("[\\w.:*/-]+");
    /// Line of the output that precedes the trace.
    private static final String MARK = "TRACE:";
    private static final int MIN_BUFFER_KB = 2048;
    private static final int MAX_BUFFER_KB = 65536;
    private static final long MAX_DURATION_S = 24 * 3600;

    private final String command;
    private final StringBuilder head = new StringBuilder();
    private final Set<String> unsupported;
    private volatile boolean isDumping;

    AtraceRecorder(DeviceShell shell, String device, TraceConfig config, String notice) throws RecordProblem {
        super(shell, device, config.getDurationMs(), notice);
        Set<String> categories = new LinkedHashSet<>();
        Set<String> apps = new LinkedHashSet<>();
        unsupported = new LinkedHashSet<>();
        for (TraceConfig.DataSource source : config.getDataSourcesList()) {
            DataSourceConfig c = source.getConfig();
            if (!c.getName().equals("linux.ftrace")) {
                unsupported.add(c.getName());
                continue;
            }
            categories.addAll(c.getFtraceConfig().getAtraceCategoriesList());
            apps.addAll(c.getFtraceConfig().getAtraceAppsList());
            c.getFtraceConfig().getFtraceEventsList().forEach(e -> add(categories, e));
        }
        if (categories.isEmpty()) {
            categories.addAll(DEFAULT_CATEGORIES);
        }
        Set<String> known = categories(shell);
        if (!known.isEmpty()) {
            for (String w : Set.copyOf(categories)) {
                if (!known.contains(w)) {
                    categories.remove(w);
                    unsupported.add(w);
                }
            }
        }
        categories.removeIf(w -> !SAFE.matcher(w).matches());
        apps.removeIf(a -> a.equals("*") || !SAFE.matcher(a).matches());
        if (categories.isEmpty()) {
            throw new ConfigRefused("data_sources", AdbTexts.noCategories(device));
        }
        long sizeKb = config.getBuffersList().stream()
                .mapToLong(b -> Integer.toUnsignedLong(b.getSizeKb()))
                .sum();
        boolean isRing = config.getBuffersList().stream().anyMatch(b -> b.getFillPolicy() == FillPolicy.RING_BUFFER);
        long seconds = durationMs() == 0 ? MAX_DURATION_S : (durationMs() + 999) / 1000;
        command =
                "atrace -z" + (isRing ? " -c" : "") + " -b " + Math.clamp(sizeKb, MIN_BUFFER_KB, MAX_BUFFER_KB) + " -t "
                        + seconds + (apps.isEmpty() ? "" : " -a " + String.join(",", apps)) + " "
                        + String.join(" ", categories);
    }

    private static void add(Set<String> categories, String event) {
        String category = CATEGORY_OF_EVENT.get(event);
        if (category == null && event.contains("/")) {
            category = CATEGORY_OF_GROUP.get(event.substring(0, event.indexOf('/')));
        }
        if (category != null) {
            categories.add(category);
        }
    }

    /// Categories of the device, parsed from lines of name, dash and description.
    private static Set<String> categories(DeviceShell shell) throws RecordProblem {
        Set<String> names = new LinkedHashSet<>();
        for (String line : shell.run("atrace --list_categories").out().split("\n")) {
            int dash = line.indexOf(" - ");
            if (dash > 0) {
                names.add(line.substring(0, dash).strip());
            }
        }
        return names;
    }

    @Override
    public void start(TraceFile file, Listener listener) throws RecordProblem {
        if (!unsupported.isEmpty()) {
            listener.log(Level.WARNING, AdbTexts.notRecorded(unsupported));
        }
        super.start(file, listener);
    }

    @Override
    String command() {
        return command;
    }

    @Override
    byte @Nullable [] input() {
        return null;
    }

    @Override
    void onOutput(TraceFile file, byte[] bytes, int offset, int length) throws IOException {
        if (head.indexOf(MARK) < 0 && head.length() < 4096) {
            head.append(new String(bytes, offset, length, StandardCharsets.ISO_8859_1));
        }
        file.writeRaw(bytes, offset, length);
        isDumping |= head.indexOf(MARK) >= 0;
    }

    @Override
    boolean hasRecorded() {
        return isDumping;
    }

    @Override
    void onEnd(String errors, int exit) throws RecordProblem {
        if (!isDumping) {
            String output = new DeviceShell.Result(head.toString(), errors, exit).message();
            throw new RecordProblem(Kind.LOST, AdbTexts.noTraceOfAtrace(device, output));
        }
    }

    @Override
    public void read(TraceFile file) throws RecordProblem {
        awaitCommand(file);
    }
}
