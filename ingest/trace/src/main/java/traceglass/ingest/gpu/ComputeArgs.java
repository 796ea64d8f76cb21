package traceglass.ingest.gpu;

import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.protos.gpu.GpuRenderStageEvent;
import traceglass.protos.gpu.GpuRenderStageEvent.Dim3;
import traceglass.protos.gpu.GpuRenderStageEvent.ExtraComputeArg;
import traceglass.protos.gpu.InternedComputeKernel;
import traceglass.protos.trace.InternedData;
import traceglass.store.table.StringPool;

/// Adds arguments of GPU compute work: the kernel, the launch size, and additional values from the producer.
final class ComputeArgs {

    // Extension fields of InternedData for GPU producers (gpu/gpu_extensions.proto).
    private static final int KERNELS = 1000;
    private static final int ARG_NAMES = 1001;

    private final StringPool strings;

    ComputeArgs(StringPool strings) {
        this.strings = strings;
    }

    void write(ArgSetBuilder b, GpuRenderStageEvent event, SequenceState state) {
        if (event.hasKernelIid()) {
            InternedComputeKernel kernel =
                    RenderStageParser.decoded(state, KERNELS, event.getKernelIid(), InternedComputeKernel.parser());
            if (kernel != null) {
                addKernel(b, kernel, state);
            }
        }
        if (event.hasLaunch()) {
            addSize(b, "launch.grid_size.", event.getLaunch().getGridSize());
            addSize(b, "launch.workgroup_size.", event.getLaunch().getWorkgroupSize());
            event.getLaunch().getArgsList().forEach(a -> addExtra(b, a, state));
        }
    }

    private void addKernel(ArgSetBuilder b, InternedComputeKernel kernel, SequenceState state) {
        if (kernel.hasName()) {
            b.addString(strings.intern("kernel_name"), strings.intern(kernel.getName()));
        }
        if (kernel.hasDemangledName()) {
            b.addString(strings.intern("kernel_demangled_name"), strings.intern(kernel.getDemangledName()));
        }
        if (kernel.hasArch()) {
            b.addString(strings.intern("arch"), strings.intern(kernel.getArch()));
        }
        kernel.getArgsList().forEach(a -> addExtra(b, a, state));
    }

    private void addSize(ArgSetBuilder b, String prefix, Dim3 size) {
        if (size.hasX()) {
            b.addUint(strings.intern(prefix + "x"), size.getX() & 0xFFFF_FFFFL);
        }
        if (size.hasY()) {
            b.addUint(strings.intern(prefix + "y"), size.getY() & 0xFFFF_FFFFL);
        }
        if (size.hasZ()) {
            b.addUint(strings.intern(prefix + "z"), size.getZ() & 0xFFFF_FFFFL);
        }
    }

    private void addExtra(ArgSetBuilder b, ExtraComputeArg arg, SequenceState state) {
        int name = switch (arg.getNameFieldCase()) {
            case NAME_IID -> state.internedString(ARG_NAMES, arg.getNameIid());
            case NAME -> strings.intern(arg.getName());
            default -> StringPool.NULL;
        };
        if (name <= StringPool.NULL) {
            return;
        }
        switch (arg.getValueCase()) {
            case INT_VALUE -> b.addInt(name, arg.getIntValue());
            case UINT_VALUE -> b.addUint(name, arg.getUintValue());
            case DOUBLE_VALUE -> b.addReal(name, arg.getDoubleValue());
            case STRING_VALUE -> b.addString(name, strings.intern(arg.getStringValue()));
            case STRING_VALUE_IID -> {
                int value = state.internedString(
                        InternedData.DEBUG_ANNOTATION_STRING_VALUES_FIELD_NUMBER, arg.getStringValueIid());
                if (value >= 0) {
                    b.addString(name, value);
                }
            }
            default -> {}
        }
    }
}
