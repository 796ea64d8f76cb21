package traceglass.record.config.check;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import traceglass.protos.config.TraceConfig;
import traceglass.record.config.CategoryArguments;
import traceglass.record.config.Preset;
import traceglass.record.spi.Platform;

class ConfigNameCheckTest {

    private static List<String> events(Set<String> kernel, String... words) {
        return ConfigNameCheck.unknownEventWarnings(
                CategoryArguments.settings(Platform.LINUX, List.of(words)).config(), kernel);
    }

    private static TraceConfig atrace(String... categories) throws ConfigProblem {
        return ConfigText.parse("data_sources { config { name: \"linux.ftrace\" ftrace_config { atrace_categories: [\""
                        + String.join("\", \"", categories) + "\"] } } }")
                .config();
    }

    @Test
    void findsUnknownGroupsAndEvents() {
        assertEquals(
                List.of("Unknown group of kernel events shced. The trace will contain it only if this kernel has it."
                        + " Did you mean sched?"),
                events(null, "shced"));
        assertEquals(
                List.of("Unknown group of kernel events nonsensical. The trace will contain it only if this kernel has"
                        + " it."),
                events(null, "nonsensical"));
        assertEquals(
                List.of("Unknown group of kernel events memmory. The trace will contain it only if this kernel has it."
                        + " Did you mean memory?"),
                events(null, "memmory"));
        assertEquals(
                List.of("Unknown kernel event sched/sched_swich. The trace will contain it only if this kernel has it."
                        + " Did you mean sched_switch?"),
                events(null, "sched/sched_swich"));
    }

    @Test
    void doesNotReportKnownNames() {
        assertEquals(
                List.of(),
                events(
                        null,
                        "sched",
                        "freq",
                        "cpu",
                        "syscalls",
                        "binder",
                        "irq",
                        "ext4",
                        "sched/sched_switch",
                        "irq/softirq_entry",
                        "ext4/ext4_da_write_begin"));
        for (Preset p : Preset.of(Platform.LINUX)) {
            assertEquals(
                    List.of(), ConfigNameCheck.unknownEventWarnings(p.settings().config(), null), p.id());
        }
        for (Preset p : Preset.of(Platform.ANDROID)) {
            assertEquals(
                    List.of(), ConfigNameCheck.unknownEventWarnings(p.settings().config(), null), p.id());
        }
    }

    @Test
    void usesTheEventListOfTheKernel() {
        Set<String> kernel = Set.of(
                "sched/sched_switch",
                "mine/begin",
                "mine/end",
                "task/task_rename",
                "task/task_newtask",
                "sched/sched_process_exit",
                "sched/sched_process_free");
        assertEquals(List.of(), events(kernel, "mine", "mine/begin"));
        assertEquals(
                List.of(
                        "This kernel has no group of kernel events min, so the trace will not contain it. Did you"
                                + " mean mine?",
                        "This kernel has no kernel event mine/bgin, so the trace will not contain it. Did you mean"
                                + " mine/begin?"),
                events(kernel, "min", "mine/bgin"));
    }

    @Test
    void findsCategoriesThatTheDeviceDoesNotHave() throws Exception {
        Map<String, String> device = Map.of("gfx", "Graphics", "view", "View System", "wm", "Window Manager");
        assertEquals(
                List.of("The device has no atrace category gfxx, so the trace will not contain it. Did you mean gfx?"),
                ConfigNameCheck.unknownCategoryWarnings(atrace("gfxx", "view"), device));
        assertEquals(List.of(), ConfigNameCheck.unknownCategoryWarnings(atrace("gfxx"), Map.of()));
    }
}
