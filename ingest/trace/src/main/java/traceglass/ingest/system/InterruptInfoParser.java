package traceglass.ingest.system;

import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.protos.system.InterruptInfo;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.TableNames;
import traceglass.store.table.Table;

/// Parses `TracePacket.interrupt_info`: names of a machine's interrupts, one row of `_linux_interrupt_mapping` each.
public final class InterruptInfoParser implements PacketParser {
    private final ImportContext context;
    private final ProtoCursor info = new ProtoCursor();
    private final ProtoCursor mapping = new ProtoCursor();

    public InterruptInfoParser(ImportContext context) {
        this.context = context;
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.INTERRUPT_INFO_FIELD_NUMBER};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        packet.enter(info);
        while (info.next()) {
            if (info.field() == InterruptInfo.IRQ_MAPPING_FIELD_NUMBER) {
                write();
            }
        }
        return true;
    }

    private void write() {
        long irq = 0;
        String name = "";
        mapping.enter(info);
        while (mapping.next()) {
            switch (mapping.field()) {
                case InterruptInfo.InterruptMapping.IRQ_ID_FIELD_NUMBER -> irq = mapping.asUint32();
                case InterruptInfo.InterruptMapping.NAME_FIELD_NUMBER -> name = mapping.asString();
                default -> {}
            }
        }
        Table mappings = context.storage().table(TableNames.LinuxInterruptMapping.TABLE);
        int row = mappings.addRow();
        mappings.longs(TableNames.LinuxInterruptMapping.IRQ_ID).set(row, irq);
        mappings.strings(TableNames.LinuxInterruptMapping.NAME)
                .set(row, context.strings().intern(name));
        mappings.ints(TableNames.LinuxInterruptMapping.MACHINE_ID).set(row, context.machineId());
    }
}
