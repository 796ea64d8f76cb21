package traceglass.ingest.profiling;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.List;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.stack.StackProfiles;
import traceglass.protos.profiling.AddressSymbols;
import traceglass.protos.profiling.Line;
import traceglass.protos.profiling.ModuleSymbols;
import traceglass.protos.trace.TracePacket;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Parses symbols of frames (names and source lines) that were added to a trace after it had been recorded.
public final class ModuleSymbolsParser implements PacketParser {

    private final ImportContext context;
    private final StringPool strings;

    public ModuleSymbolsParser(PacketContext packets) {
        context = packets.context();
        strings = context.strings();
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.MODULE_SYMBOLS_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        ModuleSymbols module;
        try {
            module = packet.decode(ModuleSymbols.parser());
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAtTime("tokenizer_skipped_packets", ts, null);
            return;
        }
        byte[] buildId = module.getBuildIdBytes().toByteArray();
        List<StackProfiles.Mapping> mappings =
                context.stackProfiles().find(module.getPath(), StackProfiles.buildIdHex(buildId));
        if (mappings.isEmpty()) {
            context.stats().increment("stackprofile_invalid_mapping_id");
            return;
        }
        for (AddressSymbols address : module.getAddressSymbolsList()) {
            if (address.getLinesCount() > 0) {
                add(address, mappings);
            }
        }
    }

    private void add(AddressSymbols address, List<StackProfiles.Mapping> mappings) {
        Table symbols = context.storage().table("__intrinsic_stack_profile_symbol");
        int set = symbols.rowCount();
        for (Line line : address.getLinesList()) {
            int row = symbols.addRow();
            boolean hasFile = !line.getSourceFileName().isEmpty();
            symbols.longs("symbol_set_id").set(row, set);
            symbols.strings("name")
                    .set(row, line.hasFunctionName() ? strings.intern(line.getFunctionName()) : StringPool.NULL);
            symbols.strings("source_file")
                    .set(row, hasFile ? strings.intern(line.getSourceFileName()) : StringPool.NULL);
            if (hasFile && line.hasLineNumber()) {
                symbols.longs("line_number").set(row, line.getLineNumber() & 0xFFFF_FFFFL);
            }
        }
        boolean found = false;
        for (StackProfiles.Mapping mapping : mappings) {
            context.argTranslations()
                    .addFunction(
                            mapping.row(),
                            address.getAddress(),
                            address.getLines(address.getLinesCount() - 1).getFunctionName());
            for (int frame : mapping.framesAt(address.getAddress())) {
                context.stackProfiles().setSymbols(frame, set);
                found = true;
            }
        }
        if (!found) {
            context.stats().increment("stackprofile_invalid_frame_id");
        }
    }

    @Override
    public void atEnd() {
        // Binaries that were pushed to a device for a test need a build id; without one, their symbols are not found.
        Table mappings = context.storage().table("__intrinsic_stack_profile_mapping");
        for (int row = 0; row < mappings.rowCount(); row++) {
            String path = strings.get(mappings.strings("name").get(row));
            if (path.startsWith("/data/local/tmp/")
                    && strings.get(mappings.strings("build_id").get(row)).isEmpty()) {
                context.stats().increment("symbolization_tmp_build_id_not_found");
            }
        }
    }
}
