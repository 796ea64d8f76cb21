package traceglass.ingest.ftrace.family;

import java.util.HashMap;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventFamily;
import traceglass.ingest.ftrace.event.EventHandlers;
import traceglass.ingest.ftrace.event.KernelEvent;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.protos.ftrace.FtraceEvent;
import traceglass.protos.ftrace.HostFfaCallFtraceEvent;
import traceglass.protos.ftrace.HostHcallFtraceEvent;
import traceglass.protos.ftrace.HostMemAbortFtraceEvent;
import traceglass.protos.ftrace.HostSmcFtraceEvent;
import traceglass.protos.ftrace.HypervisorIommuIdmapCompleteFtraceEvent;
import traceglass.protos.ftrace.HypervisorVcpuIllegalTrapFtraceEvent;
import traceglass.protos.ftrace.IommuIdmapFtraceEvent;
import traceglass.protos.ftrace.PsciMemProtectFtraceEvent;

/// Handles events of Android's protected hypervisor (pKVM): slices per CPU from entry to exit, with the reason as
/// arguments.
public final class HypervisorEvents extends EventFamily {

    private static final Map<Integer, Reason> REASONS = reasons();

    /// Reason for entering the hypervisor.
    private record Reason(String name, Arg... args) {}

    private record Arg(String name, int field, ArgSetBuilder.Type type) {}

    private static Arg uint(String name, int field) {
        return new Arg(name, field, ArgSetBuilder.Type.UINT);
    }

    private static Arg integer(String name, int field) {
        return new Arg(name, field, ArgSetBuilder.Type.INT);
    }

    private static Map<Integer, Reason> reasons() {
        Map<Integer, Reason> map = new HashMap<>();
        Reason hcall = new Reason(
                "host_hcall",
                uint("id", HostHcallFtraceEvent.ID_FIELD_NUMBER),
                uint("invalid", HostHcallFtraceEvent.INVALID_FIELD_NUMBER));
        map.put(FtraceEvent.HOST_HCALL_FIELD_NUMBER, hcall);
        map.put(FtraceEvent.HYPERVISOR_HOST_HCALL_FIELD_NUMBER, hcall);
        Reason smc = new Reason(
                "host_smc",
                uint("id", HostSmcFtraceEvent.ID_FIELD_NUMBER),
                uint("forwarded", HostSmcFtraceEvent.FORWARDED_FIELD_NUMBER));
        map.put(FtraceEvent.HOST_SMC_FIELD_NUMBER, smc);
        map.put(FtraceEvent.HYPERVISOR_HOST_SMC_FIELD_NUMBER, smc);
        Reason abort = new Reason(
                "host_mem_abort",
                uint("esr", HostMemAbortFtraceEvent.ESR_FIELD_NUMBER),
                uint("addr", HostMemAbortFtraceEvent.ADDR_FIELD_NUMBER));
        map.put(FtraceEvent.HOST_MEM_ABORT_FIELD_NUMBER, abort);
        map.put(FtraceEvent.HYPERVISOR_HOST_MEM_ABORT_FIELD_NUMBER, abort);
        map.put(
                FtraceEvent.HOST_FFA_CALL_FIELD_NUMBER,
                new Reason(
                        "host_ffa_call",
                        uint("func_id", HostFfaCallFtraceEvent.FUNC_ID_FIELD_NUMBER),
                        integer("handled", HostFfaCallFtraceEvent.HANDLED_FIELD_NUMBER),
                        integer("err", HostFfaCallFtraceEvent.ERR_FIELD_NUMBER)));
        Reason idmap = new Reason(
                "iommu_idmap",
                uint("from", IommuIdmapFtraceEvent.FROM_FIELD_NUMBER),
                uint("to", IommuIdmapFtraceEvent.TO_FIELD_NUMBER),
                integer("prot", IommuIdmapFtraceEvent.PROT_FIELD_NUMBER));
        map.put(FtraceEvent.IOMMU_IDMAP_FIELD_NUMBER, idmap);
        map.put(FtraceEvent.HYPERVISOR_IOMMU_IDMAP_FIELD_NUMBER, idmap);
        Reason protect = new Reason(
                "psci_mem_protect",
                uint("count", PsciMemProtectFtraceEvent.COUNT_FIELD_NUMBER),
                uint("was", PsciMemProtectFtraceEvent.WAS_FIELD_NUMBER));
        map.put(FtraceEvent.PSCI_MEM_PROTECT_FIELD_NUMBER, protect);
        map.put(FtraceEvent.HYPERVISOR_PSCI_MEM_PROTECT_FIELD_NUMBER, protect);
        map.put(
                FtraceEvent.HYPERVISOR_IOMMU_IDMAP_COMPLETE_FIELD_NUMBER,
                new Reason(
                        "iommu_idmap_complete",
                        new Arg(
                                "map",
                                HypervisorIommuIdmapCompleteFtraceEvent.MAP_FIELD_NUMBER,
                                ArgSetBuilder.Type.BOOL)));
        map.put(
                FtraceEvent.HYPERVISOR_VCPU_ILLEGAL_TRAP_FIELD_NUMBER,
                new Reason("vcpu_illegal_trap", uint("esr", HypervisorVcpuIllegalTrapFtraceEvent.ESR_FIELD_NUMBER)));
        return map;
    }

    private final CpuTracks tracks =
            new CpuTracks(TrackType.slices("pkvm_hypervisor", TrackType.CPU), cpu -> "pkVM Hypervisor CPU " + cpu);
    private final int category = id("pkvm_hyp");
    private final int name = id("hyp");
    private final int reasonKey = id("hyp_enter_reason");

    HypervisorEvents(ImportContext context) {
        super(context);
    }

    /// Returns whether the event comes from a hypervisor and therefore has no thread.
    public static boolean isHypervisorEvent(int id) {
        return REASONS.containsKey(id) || isEnter(id) || isExit(id);
    }

    private static boolean isEnter(int id) {
        return id == FtraceEvent.HYP_ENTER_FIELD_NUMBER || id == FtraceEvent.HYPERVISOR_HYP_ENTER_FIELD_NUMBER;
    }

    private static boolean isExit(int id) {
        return id == FtraceEvent.HYP_EXIT_FIELD_NUMBER || id == FtraceEvent.HYPERVISOR_HYP_EXIT_FIELD_NUMBER;
    }

    @Override
    protected void register(EventHandlers handlers) {
        handlers.on(FtraceEvent.HYP_ENTER_FIELD_NUMBER, this::handleEnter);
        handlers.on(FtraceEvent.HYPERVISOR_HYP_ENTER_FIELD_NUMBER, this::handleEnter);
        handlers.on(FtraceEvent.HYP_EXIT_FIELD_NUMBER, this::handleExit);
        handlers.on(FtraceEvent.HYPERVISOR_HYP_EXIT_FIELD_NUMBER, this::handleExit);
        REASONS.forEach((id, reason) -> handlers.on(id, e -> onEntered(e, reason)));
    }

    private void handleEnter(KernelEvent e) {
        begin(e, tracks.of(e.cpu()), category, name, null);
    }

    private void handleExit(KernelEvent e) {
        end(e, tracks.of(e.cpu()));
    }

    private void onEntered(KernelEvent e, Reason reason) {
        context.slices().addArgs(tracks.of(e.cpu()), category, name, b -> {
            b.addString(reasonKey, id(reason.name()));
            for (Arg arg : reason.args()) {
                int key = id(arg.name());
                b.add(key, key, arg.type(), e.asLong(arg.field()));
            }
        });
    }
}
