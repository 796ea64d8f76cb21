package traceglass.convert.perfetto.output;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import traceglass.convert.format.TraceRows;
import traceglass.convert.output.ConvertProblem;

/// Machines of the written trace: their ids in packets, and their CPUs.
public final class MachineIds {

    /// A CPU.
    ///
    /// @param machine number of its machine
    /// @param number number of the CPU on that machine
    public record Cpu(int machine, int number) {}

    private static final long MAX_ID = 0xFFFF_FFFFL;

    /// Machine ids by row of `machine`, in row order.
    private final List<Integer> ids = new ArrayList<>();
    private final Map<Long, Cpu> cpus = new HashMap<>();

    /// Reads the machines and their CPUs. A single machine needs no id.
    public static MachineIds read(TraceRows rows) throws IOException, ConvertProblem {
        MachineIds machines = new MachineIds();
        List<Long> known = new ArrayList<>();
        rows.query("SELECT raw_id FROM machine ORDER BY id", c -> {
            while (c.next()) {
                known.add(c.getLong(0));
            }
        });
        if (known.size() < 2) {
            machines.ids.add(0);
            return machines;
        }
        Set<Long> used = new HashSet<>(known);
        for (long id : known) {
            // Machines with only a name have numbers above 32 bits in the tables.
            long number = id;
            for (long free = 1; number > MAX_ID; free++) {
                number = used.add(free) ? free : number;
            }
            machines.ids.add((int) number);
        }
        rows.query("SELECT ucpu, cpu, coalesce(machine_id, 0) FROM cpu", c -> {
            while (c.next()) {
                machines.cpus.put(c.getLong(0), new Cpu(machines.of(c.getLong(2)), (int) c.getLong(1)));
            }
        });
        return machines;
    }

    /// Returns the number of the machine in a row of `machine`.
    public int of(long row) {
        return row >= 0 && row < ids.size() ? ids.get((int) row) : main();
    }

    /// Returns the number of the machine that recorded the trace.
    public int main() {
        return ids.getFirst();
    }

    /// Returns the numbers of all machines in the order of their rows.
    public List<Integer> all() {
        return List.copyOf(ids);
    }

    /// Returns the CPU with a number that is unique in the trace.
    public Cpu cpu(long ucpu) {
        Cpu existing = cpus.get(ucpu);
        return existing == null ? new Cpu(main(), (int) ucpu) : existing;
    }
}
