package traceglass.ingest.system;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.protos.system.InterruptInfoDecoder;
import traceglass.protos.system.InterruptMappingDecoder;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;

/// Parses `TracePacket.interrupt_info`: names of a machine's interrupts, one row of `_linux_interrupt_mapping` each.
public final class InterruptInfoParser implements PacketParser {
    private final ImportContext context;

    public InterruptInfoParser(ImportContext context) {
        this.context = context;
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.INTERRUPT_INFO_FIELD_NUMBER};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        InterruptInfoDecoder info = packet.decode(new InterruptInfoDecoder());
        InterruptMappingDecoder mapping = new InterruptMappingDecoder();
        for (int i = 0; i < info.irqMappingCount(); i++) {
            write(info.irqMapping(i, mapping));
        }
        return true;
    }

    private void write(InterruptMappingDecoder mapping) {
        Table mappings = context.storage().table(TableNames.LinuxInterruptMapping.TABLE);
        int row = mappings.addRow();
        mappings.longs(TableNames.LinuxInterruptMapping.IRQ_ID).set(row, Integer.toUnsignedLong(mapping.irqId()));
        mappings.strings(TableNames.LinuxInterruptMapping.NAME)
                .set(row, context.strings().intern(mapping.name()));
        mappings.ints(TableNames.LinuxInterruptMapping.MACHINE_ID).set(row, context.machineId());
    }
}
