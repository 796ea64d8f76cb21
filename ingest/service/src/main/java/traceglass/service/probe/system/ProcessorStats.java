package traceglass.service.probe.system;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import traceglass.protos.config.SysStatsConfig.StatCounters;
import traceglass.protos.system.SysStats;
import traceglass.sdk.posix.FileLoader;
import traceglass.sdk.proto.ProtoWriter;
import traceglass.service.probe.files.LineCursor;
import traceglass.service.probe.files.SystemFolders;

/// CPU times and counts of interrupts and forks, from `/proc/stat`.
final class ProcessorStats extends PolledText {

    /// Clock ticks in this file are hundredths of a second on all architectures of Linux.
    private static final long NS_PER_TICK = 10_000_000;

    private static final byte[] CPU = bytes("cpu");
    private static final byte[] INTERRUPTS = bytes("intr");
    private static final byte[] SOFT_INTERRUPTS = bytes("softirq");
    private static final byte[] FORKS = bytes("processes");
    /// Fields of `SysStats.CpuTimes` in the order of the file.
    private static final int[] CPU_TIME_FIELDS = {
        SysStats.CpuTimes.USER_NS_FIELD_NUMBER,
        SysStats.CpuTimes.USER_NICE_NS_FIELD_NUMBER,
        SysStats.CpuTimes.SYSTEM_MODE_NS_FIELD_NUMBER,
        SysStats.CpuTimes.IDLE_NS_FIELD_NUMBER,
        SysStats.CpuTimes.IO_WAIT_NS_FIELD_NUMBER,
        SysStats.CpuTimes.IRQ_NS_FIELD_NUMBER,
        SysStats.CpuTimes.SOFTIRQ_NS_FIELD_NUMBER,
        SysStats.CpuTimes.STEAL_NS_FIELD_NUMBER
    };

    private final boolean readsTimes;
    private final boolean readsInterrupts;
    private final boolean readsSoftInterrupts;
    private final boolean readsForks;

    /// @param chosen the counters to record; empty for all
    ProcessorStats(FileLoader loader, SystemFolders folders, Collection<StatCounters> chosen) {
        super(loader, folders.proc("stat"));
        readsTimes = chosen.isEmpty() || chosen.contains(StatCounters.STAT_CPU_TIMES);
        readsInterrupts = chosen.isEmpty() || chosen.contains(StatCounters.STAT_IRQ_COUNTS);
        readsSoftInterrupts = chosen.isEmpty() || chosen.contains(StatCounters.STAT_SOFTIRQ_COUNTS);
        readsForks = chosen.isEmpty() || chosen.contains(StatCounters.STAT_FORK_COUNT);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    void write(LineCursor text, ProtoWriter out) {
        while (text.nextLine()) {
            if (!text.nextWord()) {
                continue;
            }
            if (text.startsWith(CPU)) {
                if (readsTimes && !text.wordEquals(CPU)) {
                    writeTimes(text, out);
                }
            } else if (readsInterrupts && text.wordEquals(INTERRUPTS)) {
                writeCounts(text, out, SysStats.NUM_IRQ_TOTAL_FIELD_NUMBER, SysStats.NUM_IRQ_FIELD_NUMBER, false);
            } else if (readsSoftInterrupts && text.wordEquals(SOFT_INTERRUPTS)) {
                writeCounts(
                        text, out, SysStats.NUM_SOFTIRQ_TOTAL_FIELD_NUMBER, SysStats.NUM_SOFTIRQ_FIELD_NUMBER, true);
            } else if (readsForks && text.wordEquals(FORKS) && text.nextWord()) {
                out.varint(SysStats.NUM_FORKS_FIELD_NUMBER, text.number());
            }
        }
    }

    private static void writeTimes(LineCursor text, ProtoWriter out) {
        text.advance(CPU.length);
        int message = out.open(SysStats.CPU_STAT_FIELD_NUMBER);
        out.varint(SysStats.CpuTimes.CPU_ID_FIELD_NUMBER, text.number());
        for (int field : CPU_TIME_FIELDS) {
            out.varint(field, text.nextNumber() * NS_PER_TICK);
        }
        out.close(message);
    }

    /// Writes a total and the counts of interrupts 0, 1 and so on.
    ///
    /// @param writesZeros whether to write zero counts; the file lists thousands of interrupts that never occur
    private static void writeCounts(LineCursor text, ProtoWriter out, int total, int count, boolean writesZeros) {
        if (!text.nextWord()) {
            return;
        }
        out.varint(total, text.number());
        for (int irq = 0; text.nextWord(); irq++) {
            long value = text.number();
            if (value != 0 || writesZeros) {
                int message = out.open(count);
                out.varint(SysStats.InterruptCount.IRQ_FIELD_NUMBER, irq);
                out.varint(SysStats.InterruptCount.COUNT_FIELD_NUMBER, value);
                out.close(message);
            }
        }
    }
}
