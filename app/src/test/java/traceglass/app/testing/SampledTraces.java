package traceglass.app.testing;

import com.google.protobuf.ByteString;
import java.util.HexFormat;
import traceglass.protos.common.BuiltinClock;
import traceglass.protos.trace.ClockSnapshot;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.Trace;
import traceglass.protos.trace.TracePacket;

/// A small trace with CPU samples in a library whose functions have no names: `main` at 0x2b3 calls
/// `sum_of_squares` at 0x296, which calls `square` at 0x279; and a Java method with a short name.
public final class SampledTraces {

    public static final String BUILD_ID = "11223344556677889900aabbccddeeff00112233";
    public static final String LIBRARY = "/system/lib64/libsample.so";

    private SampledTraces() {}

    /// Returns the trace: 3 samples in `square`, 2 in `sum_of_squares`, 1 in the Java method `a.b`.
    ///
    /// @param process name of the process. Each test uses a different name, because packets that another test
    ///     added to a trace with the same content would also be read
    public static byte[] withoutNames(String process) {
        Trace.Builder trace = Trace.newBuilder();
        ClockSnapshot.Builder clocks =
                ClockSnapshot.newBuilder().setPrimaryTraceClock(BuiltinClock.BUILTIN_CLOCK_BOOTTIME);
        for (int clock = 1; clock <= 6; clock++) {
            clocks.addClocksBuilder().setClockId(clock).setTimestamp(1);
        }
        trace.addPacketBuilder().setTrustedPacketSequenceId(1).setClockSnapshot(clocks);
        TracePacket.Builder tree =
                trace.addPacketBuilder().setTrustedPacketSequenceId(1).setTimestamp(5);
        tree.getProcessTreeBuilder()
                .addProcessesBuilder()
                .setPid(42)
                .setUid(10042)
                .addCmdline(process);
        tree.getProcessTreeBuilder().addThreadsBuilder().setTid(42).setTgid(42).setName("main");
        trace.addPacketBuilder()
                .setTrustedPacketSequenceId(1)
                .setTimestamp(6)
                .getPackagesListBuilder()
                .addPackagesBuilder()
                .setName("org.example.app")
                .setUid(10042);
        TracePacket.Builder start = trace.addPacketBuilder()
                .setTrustedPacketSequenceId(7)
                .setTimestamp(10)
                .setSequenceFlags(1);
        intern(start.getInternedDataBuilder());
        int[] stacks = {1, 1, 1, 2, 2, 3};
        for (int i = 0; i < stacks.length; i++) {
            trace.addPacketBuilder()
                    .setTrustedPacketSequenceId(7)
                    .setTimestamp(1_000_000L * (i + 1))
                    .setSequenceFlags(2)
                    .getPerfSampleBuilder()
                    .setPid(42)
                    .setTid(42)
                    .setCpu(0)
                    .setCallstackIid(stacks[i]);
        }
        return trace.build().toByteArray();
    }

    private static void intern(InternedData.Builder data) {
        data.addFunctionNamesBuilder().setIid(1).setStr(ByteString.EMPTY);
        data.addFunctionNamesBuilder().setIid(2).setStr(ByteString.copyFromUtf8("a.b"));
        String[] parts = {"system", "lib64", "libsample.so", "data", "app", "org.example.app-xyz", "base.apk"};
        for (int i = 0; i < parts.length; i++) {
            data.addMappingPathsBuilder().setIid(i + 1).setStr(ByteString.copyFromUtf8(parts[i]));
        }
        data.addBuildIdsBuilder()
                .setIid(1)
                .setStr(ByteString.copyFrom(HexFormat.of().parseHex(BUILD_ID)));
        data.addMappingsBuilder()
                .setIid(1)
                .setBuildId(1)
                .setStart(0x7000_0000L)
                .setEnd(0x7000_1000L)
                .addPathStringIds(1)
                .addPathStringIds(2)
                .addPathStringIds(3);
        data.addMappingsBuilder()
                .setIid(2)
                .setStart(0x8000_0000L)
                .setEnd(0x8000_1000L)
                .addPathStringIds(4)
                .addPathStringIds(5)
                .addPathStringIds(6)
                .addPathStringIds(7);
        long[] addresses = {0x2B3, 0x296, 0x279};
        for (int i = 0; i < addresses.length; i++) {
            data.addFramesBuilder()
                    .setIid(i + 1)
                    .setFunctionNameId(1)
                    .setMappingId(1)
                    .setRelPc(addresses[i]);
        }
        data.addFramesBuilder().setIid(4).setFunctionNameId(2).setMappingId(2).setRelPc(16);
        data.addCallstacksBuilder().setIid(1).addFrameIds(1).addFrameIds(2).addFrameIds(3);
        data.addCallstacksBuilder().setIid(2).addFrameIds(1).addFrameIds(2);
        data.addCallstacksBuilder().setIid(3).addFrameIds(4);
    }
}
