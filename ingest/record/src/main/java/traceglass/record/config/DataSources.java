package traceglass.record.config;

import com.google.protobuf.Descriptors.Descriptor;
import com.google.protobuf.Descriptors.FieldDescriptor;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import traceglass.protos.config.DataSourceConfig;

/// Data sources known by name, and the fields of `DataSourceConfig` that each one reads. Data sources without fields,
/// and those known only to a target, can be added as well.
public final class DataSources {

    private static final Map<String, String> FIELDS = fieldsBySource();
    /// Fields of every data source that users set; the service fills in the others.
    private static final List<String> COMMON = List.of(
            "target_buffer",
            "target_buffer_name",
            "buffer_exhausted_policy",
            "priority_boost",
            "protovm_config",
            "interceptor_config",
            "legacy_config");

    private DataSources() {}

    private static Map<String, String> fieldsBySource() {
        Map<String, String> f = new LinkedHashMap<>();
        f.put("linux.ftrace", "ftrace_config");
        f.put("linux.process_stats", "process_stats_config");
        f.put("linux.sys_stats", "sys_stats_config");
        f.put("linux.system_info", "system_info_config");
        f.put("linux.inode_file_map", "inode_file_config");
        f.put("linux.sysfs_power", "");
        f.put("linux.perf", "perf_event_config");
        f.put("linux.systemd_journald", "journald_config");
        f.put("linux.frozen_ftrace", "frozen_ftrace_config");
        f.put("perfetto.metatrace", "");
        f.put("track_event", "track_event_config");
        f.put("android.log", "android_log_config");
        f.put("android.power", "android_power_config");
        f.put("android.polled_state", "android_polled_state_config");
        f.put("android.packages_list", "packages_list_config");
        f.put("android.heapprofd", "heapprofd_config");
        f.put("android.java_hprof", "java_hprof_config");
        f.put("android.java_hprof.oom", "java_hprof_config");
        f.put("android.surfaceflinger.frametimeline", "");
        f.put("android.surfaceflinger.layers", "surfaceflinger_layers_config");
        f.put("android.surfaceflinger.transactions", "surfaceflinger_transactions_config");
        f.put("android.gpu.memory", "");
        f.put("android.game_interventions", "android_game_intervention_list_config");
        f.put("android.network_packets", "network_packet_trace_config");
        f.put("android.statsd", "statsd_tracing_config");
        f.put("android.sdk_sysprop_guard", "android_sdk_sysprop_guard_config");
        f.put("android.system_property", "android_system_property_config");
        f.put("android.kernel_wakelocks", "kernel_wakelocks_config");
        f.put("android.app_wakelocks", "app_wakelocks_config");
        f.put("android.cpu_per_uid", "cpu_per_uid_config");
        f.put("android.user_list", "user_list_config");
        f.put("android.aflags", "android_aflags_config");
        f.put("android.display.video", "display_video_config");
        f.put("android.input.inputevent", "android_input_event_config");
        f.put("android.inputmethod", "inputmethod_config");
        f.put("android.windowmanager", "windowmanager_config");
        f.put("android.protolog", "protolog_config");
        f.put("android.pixel.modem", "pixel_modem_config");
        f.put("com.android.wm.shell.transition", "");
        f.put("android.viewcapture", "");
        f.put("gpu.counters", "gpu_counter_config");
        f.put("gpu.renderstages", "gpu_renderstages_config");
        f.put("gpu.log", "");
        f.put("vulkan.memory_tracker", "vulkan_memory_config");
        f.put("org.chromium.trace_event", "chrome_config");
        f.put("org.chromium.trace_metadata", "chrome_config");
        f.put("org.chromium.trace_metadata2", "chrome_config");
        f.put("org.chromium.memory_instrumentation", "chrome_config");
        f.put("org.chromium.native_heap_profiler", "chromium_sampling_heap_profiler,chrome_config");
        f.put("org.chromium.sampler_profiler", "chromium_stack_sampling_profiler,chrome_config");
        f.put("org.chromium.system_metrics", "chromium_system_metrics");
        f.put("org.chromium.histogram_sample", "chromium_histogram_samples");
        f.put("org.chromium.histogram_samples", "chromium_histogram_samples");
        f.put("dev.v8.code", "v8_config");
        f.put("windows.etw", "etw_config");
        f.put("qnx.kernel", "qnx_config");
        return f;
    }

    /// Names of the data sources, Linux data sources first.
    public static List<String> names() {
        return List.copyOf(FIELDS.keySet());
    }

    /// Returns the fields of `DataSourceConfig` that the data source reads; empty if it reads none or is unknown.
    /// Also accepts vendor variants of counters and render stages, whose names end with the vendor's name.
    public static List<FieldDescriptor> fields(String source) {
        String name = source;
        while (!FIELDS.containsKey(name) && name.contains(".")) {
            name = name.substring(0, name.lastIndexOf('.'));
        }
        return Arrays.stream(FIELDS.getOrDefault(name, "").split(","))
                .filter(f -> !f.isEmpty())
                .map(f -> DataSourceConfig.getDescriptor().findFieldByName(f))
                .toList();
    }

    /// Returns the fields of `DataSourceConfig` that apply to every data source.
    public static List<FieldDescriptor> common() {
        return COMMON.stream()
                .map(f -> DataSourceConfig.getDescriptor().findFieldByName(f))
                .toList();
    }

    /// Returns the fields of a message that are not deprecated, in the order of their numbers.
    public static List<FieldDescriptor> fieldsOf(Descriptor message) {
        return message.getFields().stream()
                .filter(f -> !f.getOptions().getDeprecated())
                .sorted(Comparator.comparingInt(FieldDescriptor::getNumber))
                .toList();
    }
}
