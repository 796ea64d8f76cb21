package traceglass.ingest.ftrace.family;

import traceglass.ingest.ImportContext;
import traceglass.ingest.ftrace.event.EventHandlers;

/// List of all families of kernel events.
public final class EventFamilies {

    private EventFamilies() {}

    /// Creates all families for one machine and registers their handlers.
    public static void registerAll(ImportContext context, EventHandlers handlers) {
        SyscallEvents syscalls = new SyscallEvents(context);
        syscalls.register(handlers);
        new TaskEvents(context).register(handlers);
        new CpuEvents(context).register(handlers);
        new IrqEvents(context).register(handlers);
        new MarkerEvents(context, syscalls).register(handlers);
        new BinderEvents(context).register(handlers);
        new MemoryEvents(context).register(handlers);
        new ReclaimEvents(context).register(handlers);
        new PowerEvents(context).register(handlers);
        new ThermalEvents(context).register(handlers);
        new KernelCodeEvents(context).register(handlers);
        new GpuEvents(context).register(handlers);
        new DrmEvents(context).register(handlers);
        new DisplayEvents(context).register(handlers);
        new VideoEvents(context).register(handlers);
        new VirtioEvents(context).register(handlers);
        new StorageEvents(context).register(handlers);
        new NetEvents(context).register(handlers);
        new BusEvents(context).register(handlers);
        new TrustyEvents(context).register(handlers);
        new FirmwareEvents(context).register(handlers);
        new HypervisorEvents(context).register(handlers);
    }
}
