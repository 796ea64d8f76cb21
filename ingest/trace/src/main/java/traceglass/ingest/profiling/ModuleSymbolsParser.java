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
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
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
            context.logs().recordAtTime(StatNames.TOKENIZER_SKIPPED_PACKETS, ts, null);
            return;
        }
        byte[] buildId = module.getBuildIdBytes().toByteArray();
        List<StackProfiles.Mapping> mappings =
                context.stackProfiles().find(module.getPath(), StackProfiles.buildIdHex(buildId));
        if (mappings.isEmpty()) {
            context.stats().increment(StatNames.STACKPROFILE_INVALID_MAPPING_ID);
            return;
        }
        for (AddressSymbols address : module.getAddressSymbolsList()) {
            if (address.getLinesCount() > 0) {
                add(address, mappings);
            }
        }
    }

    private void add(AddressSymbols address, List<StackProfiles.Mapping> mappings) {
        Table symbols = context.storage().table(TableNames.StackProfileSymbol.TABLE);
        int set = symbols.rowCount();
        for (Line line : address.getLinesList()) {
            int row = symbols.addRow();
            boolean hasFile = !line.getSourceFileName().isEmpty();
            symbols.longs(TableNames.StackProfileSymbol.SYMBOL_SET_ID).set(row, set);
            symbols.strings(TableNames.StackProfileSymbol.NAME)
                    .set(row, line.hasFunctionName() ? strings.intern(line.getFunctionName()) : StringPool.NULL);
            symbols.strings(TableNames.StackProfileSymbol.SOURCE_FILE)
                    .set(row, hasFile ? strings.intern(line.getSourceFileName()) : StringPool.NULL);
            if (hasFile && line.hasLineNumber()) {
                symbols.longs(TableNames.StackProfileSymbol.LINE_NUMBER).set(row, line.getLineNumber() & 0xFFFF_FFFFL);
            }
        }
        boolean isFound = false;
        for (StackProfiles.Mapping mapping : mappings) {
            context.argTranslations()
                    .addFunction(
                            mapping.row(),
                            address.getAddress(),
                            address.getLines(address.getLinesCount() - 1).getFunctionName());
            for (int frame : mapping.framesAt(address.getAddress())) {
                context.stackProfiles().setSymbols(frame, set);
                isFound = true;
            }
        }
        if (!isFound) {
            context.stats().increment(StatNames.STACKPROFILE_INVALID_FRAME_ID);
        }
    }

    @Override
    public void atEnd() {
        // Binaries that were pushed to a device for a test need a build id; without one, their symbols are not found.
        Table mappings = context.storage().table(TableNames.StackProfileMapping.TABLE);
        for (int row = 0; row < mappings.rowCount(); row++) {
            String path = strings.get(
                    mappings.strings(TableNames.StackProfileMapping.NAME).get(row));
            if (path.startsWith("/data/local/tmp/")
                    && strings.get(mappings.strings(TableNames.StackProfileMapping.BUILD_ID)
                                    .get(row))
                            .isEmpty()) {
                context.stats().increment(StatNames.SYMBOLIZATION_TMP_BUILD_ID_NOT_FOUND);
            }
        }
    }
}
