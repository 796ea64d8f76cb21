package traceglass.ingest.system;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.protos.system.ArmCpuIdentifierDecoder;
import traceglass.protos.system.CpuDecoder;
import traceglass.protos.system.CpuInfoDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses `TracePacket.cpu_info`: models, frequencies and capacities of the CPUs. CPUs with equal capacity or, if
/// capacities are unknown, equal maximum frequency form a cluster; clusters are numbered in ascending order of speed.
public final class CpuInfoParser implements PacketParser {

    /// Names of the bits of `CpuInfo.Cpu.features`.
    private static final String[] FEATURES = {"mte", "mte3"};
    /// Argument names of the fields of `ArmCpuIdentifier`, in order.
    private static final String[] ARM = {
        "arm_cpu_implementer", "arm_cpu_architecture", "arm_cpu_variant", "arm_cpu_part", "arm_cpu_revision"
    };

    private final ImportContext context;

    private static final class Cpu {
        int number;
        String processor = "";
        long capacity = -1;
        long features;
        long[] arm;
        final List<Long> frequencies = new ArrayList<>();

        long maxFrequency() {
            return frequencies.stream().mapToLong(Long::longValue).max().orElse(-1);
        }
    }

    public CpuInfoParser(ImportContext context) {
        this.context = context;
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.CPU_INFO_FIELD_NUMBER};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        List<Cpu> cpus = new ArrayList<>();
        CpuInfoDecoder info = packet.decode(new CpuInfoDecoder());
        CpuDecoder item = new CpuDecoder();
        for (int i = 0; i < info.cpusCount(); i++) {
            cpus.add(cpu(i, info.cpus(i, item)));
        }
        if (cpus.isEmpty()) {
            context.logs().record(StatNames.CPU_INFO_EMPTY, null);
            return true;
        }
        long[] clusters = new long[cpus.size()];
        if (cpus.stream().allMatch(c -> c.capacity >= 0)) {
            assignClusters(cpus, c -> c.capacity, clusters);
            cpus.sort(Comparator.comparingLong(c -> c.capacity));
        } else if (cpus.stream().noneMatch(c -> c.frequencies.isEmpty())) {
            assignClusters(cpus, Cpu::maxFrequency, clusters);
        }
        cpus.forEach(c -> write(c, clusters[c.number]));
        return true;
    }

    private static Cpu cpu(int number, CpuDecoder item) {
        Cpu cpu = new Cpu();
        cpu.number = number;
        cpu.processor = item.processor();
        cpu.capacity = item.hasCapacity() ? Integer.toUnsignedLong(item.capacity()) : -1;
        cpu.features = item.features();
        for (int i = 0; i < item.frequenciesCount(); i++) {
            cpu.frequencies.add(Integer.toUnsignedLong(item.frequencies(i)));
        }
        if (item.hasArmIdentifier()) {
            ArmCpuIdentifierDecoder arm = item.armIdentifier(new ArmCpuIdentifierDecoder());
            int[] identifier = {arm.implementer(), arm.architecture(), arm.variant(), arm.part(), arm.revision()};
            cpu.arm =
                    Arrays.stream(identifier).mapToLong(Integer::toUnsignedLong).toArray();
        }
        return cpu;
    }

    private static void assignClusters(List<Cpu> cpus, ToLongFunction<Cpu> performance, long[] clusters) {
        List<Cpu> byPerformance = new ArrayList<>(cpus);
        byPerformance.sort((a, b) -> Long.compare(performance.applyAsLong(a), performance.applyAsLong(b)));
        long cluster = 0;
        long previous = performance.applyAsLong(byPerformance.get(0));
        for (Cpu c : byPerformance) {
            long s = performance.applyAsLong(c);
            if (s > previous) {
                previous = s;
                cluster++;
            }
            clusters[c.number] = cluster;
        }
    }

    private void write(Cpu cpu, long cluster) {
        StringPool strings = context.strings();
        context.cpus().describe(cpu.number, cpu.processor, cluster, cpu.capacity);
        int ucpu = context.cpus().ucpu(cpu.number);
        Table frequencies = context.storage().table(TableNames.CpuFreq.TABLE);
        for (long f : cpu.frequencies) {
            int row = frequencies.addRow();
            frequencies.ints(TableNames.CpuFreq.UCPU).set(row, ucpu);
            frequencies.longs(TableNames.CpuFreq.FREQ).set(row, f);
        }
        ArgSetBuilder args = context.args().builder();
        for (int i = 0; cpu.arm != null && i < ARM.length; i++) {
            args.addUint(strings.intern(ARM[i]), cpu.arm[i]);
        }
        for (int i = 0; i < FEATURES.length; i++) {
            if ((cpu.features >> i & 1) != 0) {
                args.addBool(strings.intern("cpu_features." + FEATURES[i]), true);
            }
        }
        if (cpu.features != 0) {
            args.addUint(strings.intern("cpu_features.raw_bitmap"), cpu.features);
        }
        if (cpu.features >>> FEATURES.length != 0) {
            context.logs().record(StatNames.CPU_INFO_UNKNOWN_CPU_FEATURES, null);
        }
        context.storage()
                .table(TableNames.Cpu.TABLE)
                .ints(TableNames.Cpu.ARG_SET_ID)
                .set(ucpu, context.args().commit(args));
    }
}
