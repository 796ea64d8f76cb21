package traceglass.protos;

import com.google.protobuf.Descriptors.FileDescriptor;
import com.google.protobuf.ExtensionRegistry;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import traceglass.protos.chrome.EnumsSchema;
import traceglass.protos.chrome.TrackEventExtensionsSchema;
import traceglass.protos.common.CommitDataSchema;
import traceglass.protos.common.PassthroughSchema;
import traceglass.protos.config.TraceConfigSchema;
import traceglass.protos.extension.BluetoothSchema;
import traceglass.protos.extension.FrameworkPacketsSchema;
import traceglass.protos.extension.FrameworkTrackEventSchema;
import traceglass.protos.extension.GpuExtensionsSchema;
import traceglass.protos.extension.JavaHeapSchema;
import traceglass.protos.extension.NativePacketsSchema;
import traceglass.protos.extension.NativeTrackEventSchema;
import traceglass.protos.extension.NetworkSchema;
import traceglass.protos.foreign.otlp.OtlpLogsSchema;
import traceglass.protos.foreign.otlp.OtlpMetricsSchema;
import traceglass.protos.foreign.otlp.OtlpProfilesSchema;
import traceglass.protos.foreign.otlp.OtlpTraceSchema;
import traceglass.protos.foreign.pprof.PprofSchema;
import traceglass.protos.foreign.primes.PrimesSchema;
import traceglass.protos.foreign.quipper.QuipperSchema;
import traceglass.protos.foreign.simpleperf.SimpleperfSchema;
import traceglass.protos.foreign.statsd.StatsdConfigSchema;
import traceglass.protos.foreign.statsd.StatsdDataSchema;
import traceglass.protos.foreign.xplane.XplaneSchema;
import traceglass.protos.ftrace.EventBundleSchema;
import traceglass.protos.ipc.ConsumerPortSchema;
import traceglass.protos.ipc.ProducerPortSchema;
import traceglass.protos.ipc.RelayPortSchema;
import traceglass.protos.ipc.WireProtocolSchema;
import traceglass.protos.processor.RpcSchema;
import traceglass.protos.processor.ValuesSchema;
import traceglass.protos.trace.FieldOptionsSchema;
import traceglass.protos.trace.TraceSchema;
import traceglass.protos.winscope.FrameworkExtensionsSchema;
import traceglass.protos.winscope.NativeExtensionsSchema;
import traceglass.protos.winscope.OptionsSchema;

/// Parts of the schema whose descriptors are built together on first use. Lookups search them in the order of
/// declaration: parts that are used most often and are cheapest to build come first. A new file that no other file
/// imports must be added here.
enum Area {
    FTRACE(List.of(EventBundleSchema::getDescriptor)),
    CONFIG(List.of(TraceConfigSchema::getDescriptor)),
    TRACE(List.of(TraceSchema::getDescriptor)),
    EXTENSIONS(
            List.of(
                    TrackEventExtensionsSchema::getDescriptor,
                    EnumsSchema::getDescriptor,
                    FrameworkTrackEventSchema::getDescriptor,
                    NativeTrackEventSchema::getDescriptor,
                    FrameworkPacketsSchema::getDescriptor,
                    NativePacketsSchema::getDescriptor,
                    NetworkSchema::getDescriptor,
                    BluetoothSchema::getDescriptor,
                    JavaHeapSchema::getDescriptor,
                    NativeExtensionsSchema::getDescriptor,
                    FrameworkExtensionsSchema::getDescriptor,
                    FieldOptionsSchema::getDescriptor,
                    OptionsSchema::getDescriptor,
                    PassthroughSchema::getDescriptor,
                    GpuExtensionsSchema::getDescriptor),
            TrackEventExtensionsSchema::registerAllExtensions,
            FrameworkTrackEventSchema::registerAllExtensions,
            NativeTrackEventSchema::registerAllExtensions,
            FrameworkPacketsSchema::registerAllExtensions,
            NativePacketsSchema::registerAllExtensions,
            NetworkSchema::registerAllExtensions,
            BluetoothSchema::registerAllExtensions,
            JavaHeapSchema::registerAllExtensions,
            NativeExtensionsSchema::registerAllExtensions,
            FrameworkExtensionsSchema::registerAllExtensions,
            FieldOptionsSchema::registerAllExtensions,
            OptionsSchema::registerAllExtensions,
            PassthroughSchema::registerAllExtensions,
            GpuExtensionsSchema::registerAllExtensions),
    IPC(List.of(
            WireProtocolSchema::getDescriptor,
            ConsumerPortSchema::getDescriptor,
            ProducerPortSchema::getDescriptor,
            CommitDataSchema::getDescriptor,
            RelayPortSchema::getDescriptor)),
    PROCESSOR(List.of(RpcSchema::getDescriptor, ValuesSchema::getDescriptor)),
    FOREIGN(List.of(
            PprofSchema::getDescriptor,
            SimpleperfSchema::getDescriptor,
            PrimesSchema::getDescriptor,
            StatsdConfigSchema::getDescriptor,
            StatsdDataSchema::getDescriptor,
            XplaneSchema::getDescriptor,
            QuipperSchema::getDescriptor,
            OtlpTraceSchema::getDescriptor,
            OtlpLogsSchema::getDescriptor,
            OtlpMetricsSchema::getDescriptor,
            OtlpProfilesSchema::getDescriptor));

    private final List<Supplier<FileDescriptor>> roots;
    private final List<Consumer<ExtensionRegistry>> extensions;
    private volatile Descriptors.Index index;

    @SafeVarargs
    Area(List<Supplier<FileDescriptor>> roots, Consumer<ExtensionRegistry>... extensions) {
        this.roots = roots;
        this.extensions = List.of(extensions);
    }

    /// Returns the files, types and extensions of this area and of all its imports.
    Descriptors.Index index() {
        Descriptors.Index built = index;
        if (built == null) {
            synchronized (this) {
                built = index;
                if (built == null) {
                    built = new Descriptors.Index(
                            roots.stream().map(Supplier::get).toList());
                    index = built;
                }
            }
        }
        return built;
    }

    void registerExtensions(ExtensionRegistry registry) {
        extensions.forEach(register -> register.accept(registry));
    }
}
