package traceglass.service.probe.ftrace;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import traceglass.service.probe.ftrace.page.EventName;
import traceglass.service.probe.ftrace.page.SchemaEvents;

/// Kernel events of atrace categories such as `sched` or `freq`. Other categories only have events that
/// Android programs write.
final class CategoryEvents {

    private static final String ALL = "*";

    private static final Map<String, String> EVENTS = Map.ofEntries(
            Map.entry("gfx", "mdss/* mali/* sde/* dpu/* g2d/* panel/*"),
            Map.entry("ion", "kmem/ion_alloc_buffer_start"),
            Map.entry("sched", """
                    sched/sched_switch sched/sched_waking sched/sched_blocked_reason sched/sched_cpu_hotplug \
                    sched/sched_pi_setprio sched/sched_process_exit cgroup/* oom/oom_score_adj_update \
                task/task_rename task/task_newtask systrace/0 scm/*\
                """),
            Map.entry("irq", "irq/* irq/tasklet_hi_exit irq/tasklet_hi_entry irq/tasklet_exit irq/tasklet_entry ipi/*"),
            Map.entry("irqoff", "preemptirq/irq_enable preemptirq/irq_disable"),
            Map.entry("preemptoff", "preemptirq/preempt_enable preemptirq/preempt_disable"),
            Map.entry("i2c", "i2c/*"),
            Map.entry("freq", """
                    power/cpu_frequency power/gpu_frequency power/clock_set_rate power/clock_disable \
                    power/clock_enable clk/clk_set_rate clk/clk_disable clk/clk_enable power/cpu_frequency_limits \
                power/suspend_resume cpuhp/cpuhp_enter cpuhp/cpuhp_exit cpuhp/cpuhp_pause msm_bus/*\
                """),
            Map.entry("membus", "memory_bus/*"),
            Map.entry("idle", "power/cpu_idle"),
            Map.entry("disk", """
                    f2fs/f2fs_sync_file_enter f2fs/f2fs_sync_file_exit f2fs/f2fs_write_begin f2fs/f2fs_write_end \
                    f2fs/f2fs_iostat f2fs/f2fs_iostat_latency ext4/ext4_da_write_begin ext4/ext4_da_write_end \
                    ext4/ext4_sync_file_enter ext4/ext4_sync_file_exit block/block_bio_queue \
                block/block_bio_complete ufs/ufshcd_command\
                """),
            Map.entry("mmc", "mmc/*"),
            Map.entry("load", "cpufreq_interactive/*"),
            Map.entry("sync", "sync/* fence/* dma_fence/*"),
            Map.entry("workq", "workqueue/*"),
            Map.entry("memreclaim", """
                    vmscan/mm_vmscan_direct_reclaim_begin vmscan/mm_vmscan_direct_reclaim_end \
                vmscan/mm_vmscan_kswapd_wake vmscan/mm_vmscan_kswapd_sleep lowmemorykiller/*\
                """),
            Map.entry("regulators", "regulator/*"),
            Map.entry("binder_driver", """
                    binder/binder_transaction binder/binder_transaction_received \
                binder/binder_transaction_alloc_buf binder/binder_set_priority\
                """),
            Map.entry("binder_lock", "binder/binder_lock binder/binder_locked binder/binder_unlock"),
            Map.entry("pagecache", "filemap/* filemap/filemap_set_wb_err filemap/file_check_and_advance_wb_err"),
            Map.entry("memory", """
                    kmem/rss_stat kmem/ion_heap_grow kmem/ion_heap_shrink ion/ion_stat mm_event/mm_event_record \
                dmabuf_heap/dma_heap_stat gpu_mem/gpu_mem_total\
                """),
            Map.entry("thermal", "thermal/thermal_temperature thermal/cdev_update"),
            Map.entry("camera", "lwis/*"));

    private CategoryEvents() {}

    /// Returns those events of a category that this kernel has.
    static List<EventName> of(String category, Tracefs tracefs) {
        List<EventName> events = new ArrayList<>();
        for (String entry : EVENTS.getOrDefault(category, "").split(" ")) {
            int slash = entry.indexOf('/');
            if (slash < 0) {
                continue;
            }
            String group = entry.substring(0, slash);
            String name = entry.substring(slash + 1);
            if (name.equals(ALL)) {
                tracefs.events(group).stream()
                        .map(event -> new EventName(group, event))
                        .filter(event -> SchemaEvents.find(event) != null)
                        .forEach(events::add);
            } else if (tracefs.hasEvent(new EventName(group, name))) {
                events.add(new EventName(group, name));
            }
        }
        return events;
    }
}
