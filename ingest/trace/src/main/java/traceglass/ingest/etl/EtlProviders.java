package traceglass.ingest.etl;

import java.util.Map;

/// Names of well-known providers, and of the events of .NET, whose schemas are not in the trace.
final class EtlProviders {

    private static final String DOTNET = "e13c0d23-ccbc-4e12-931b-d9cc2eee27e4";
    private static final String DOTNET_RUNDOWN = "a669021c-c450-4609-a035-5af59af4df18";

    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry(DOTNET, "Microsoft-Windows-DotNETRuntime"),
            Map.entry(DOTNET_RUNDOWN, "Microsoft-Windows-DotNETRuntimeRundown"),
            Map.entry("763fd754-7086-4dfe-95eb-c01a46faf4ca", "Microsoft-Windows-DotNETRuntimePrivate"),
            Map.entry("22fb2cd6-0e7b-422b-a0c7-2fad1fd0e716", "Microsoft-Windows-Kernel-Process"),
            Map.entry("edd08927-9cc4-4e65-b970-c2560fb5c289", "Microsoft-Windows-Kernel-File"),
            Map.entry("c7bde69a-e1e0-4177-b6ef-283ad1525271", "Microsoft-Windows-Kernel-Disk"),
            Map.entry("7dd42a49-5329-4832-8dfd-43d979153a88", "Microsoft-Windows-Kernel-Network"),
            Map.entry("331c3b3a-2005-44c2-ac5e-77220c37d6b4", "Microsoft-Windows-Kernel-Power"),
            Map.entry("802ec45a-1e99-4b83-9920-87c98277ba9d", "Microsoft-Windows-DxgKrnl"),
            Map.entry("ca11c036-0102-4a2d-a6ad-f03cfed5d3c9", "Microsoft-Windows-DXGI"),
            Map.entry("8c416c79-d49b-4f01-a467-e56d3aa8234c", "Microsoft-Windows-Win32k"),
            Map.entry("9e9bba3c-2e38-40cb-99f4-9e8281425164", "Microsoft-Windows-Dwm-Core"),
            Map.entry("2a576b87-09a7-520e-c21a-4942f0271d67", "Microsoft-Antimalware-Scan-Interface"),
            Map.entry("d2d578d9-2936-45b6-a09f-30e32715f42d", "Chrome"));

    private static final Map<Integer, String> DOTNET_EVENTS = Map.ofEntries(
            Map.entry(1, "GCStart"),
            Map.entry(2, "GCEnd"),
            Map.entry(3, "GCRestartEEEnd"),
            Map.entry(4, "GCHeapStats"),
            Map.entry(5, "GCCreateSegment"),
            Map.entry(6, "GCFreeSegment"),
            Map.entry(7, "GCRestartEEBegin"),
            Map.entry(8, "GCSuspendEEEnd"),
            Map.entry(9, "GCSuspendEEBegin"),
            Map.entry(10, "GCAllocationTick"),
            Map.entry(82, "CLRStackWalk"),
            Map.entry(190, "MethodILToNativeMap"),
            Map.entry(13, "GCFinalizersEnd"),
            Map.entry(14, "GCFinalizersBegin"),
            Map.entry(80, "ExceptionThrown"),
            Map.entry(81, "ContentionStart"),
            Map.entry(91, "ContentionStop"),
            Map.entry(141, "MethodLoad"),
            Map.entry(142, "MethodUnload"),
            Map.entry(143, "MethodLoadVerbose"),
            Map.entry(144, "MethodUnloadVerbose"),
            Map.entry(145, "MethodJittingStarted"),
            Map.entry(152, "ModuleLoad"),
            Map.entry(153, "ModuleUnload"),
            Map.entry(154, "AssemblyLoad"),
            Map.entry(155, "AssemblyUnload"),
            Map.entry(156, "AppDomainLoad"),
            Map.entry(157, "AppDomainUnload"),
            Map.entry(187, "RuntimeInformationStart"));

    private static final Map<Integer, String> RUNDOWN_EVENTS = Map.of(
            143, "MethodDCStartVerbose",
            144, "MethodDCEndVerbose",
            149, "MethodDCStartILToNativeMap",
            150, "MethodDCEndILToNativeMap",
            151, "DomainModuleDCStart",
            152, "DomainModuleDCEnd",
            153, "ModuleDCStart",
            154, "ModuleDCEnd");

    private EtlProviders() {}

    /// Returns the name of a provider; its GUID if it is not well known.
    static String name(String guid) {
        return NAMES.getOrDefault(guid, guid);
    }

    static boolean isDotNet(String guid) {
        return guid.equals(DOTNET) || guid.equals(DOTNET_RUNDOWN);
    }

    /// Returns the name of an event of a provider; null if it is unknown.
    static String event(String guid, int id) {
        return guid.equals(DOTNET)
                ? DOTNET_EVENTS.get(id)
                : guid.equals(DOTNET_RUNDOWN) ? RUNDOWN_EVENTS.get(id) : null;
    }
}
