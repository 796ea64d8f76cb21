package traceglass.service.probe.ftrace;

import traceglass.protos.ftrace.FtraceCpuStats;

/// Parses the file `stats` of a CPU's buffer.
final class CpuStats {

    private CpuStats() {}

    static FtraceCpuStats read(Tracefs tracefs, int cpu) {
        FtraceCpuStats.Builder stats = FtraceCpuStats.newBuilder().setCpu(cpu);
        for (String line : tracefs.read("per_cpu/cpu" + cpu + "/stats").split("\n")) {
            int colon = line.lastIndexOf(':');
            if (colon > 0) {
                try {
                    set(
                            stats,
                            line.substring(0, colon).strip(),
                            line.substring(colon + 1).strip());
                } catch (NumberFormatException e) {
                    // Skip values in a format that current kernels don't write.
                    continue;
                }
            }
        }
        return stats.build();
    }

    private static void set(FtraceCpuStats.Builder stats, String key, String value) {
        switch (key) {
            case "entries" -> stats.setEntries(Long.parseLong(value));
            case "overrun" -> stats.setOverrun(Long.parseLong(value));
            case "commit overrun" -> stats.setCommitOverrun(Long.parseLong(value));
            case "bytes" -> stats.setBytesRead(Long.parseLong(value));
            case "oldest event ts" -> stats.setOldestEventTs(Double.parseDouble(value));
            case "now ts" -> stats.setNowTs(Double.parseDouble(value));
            case "dropped events" -> stats.setDroppedEvents(Long.parseLong(value));
            case "read events" -> stats.setReadEvents(Long.parseLong(value));
            default -> {}
        }
    }
}
