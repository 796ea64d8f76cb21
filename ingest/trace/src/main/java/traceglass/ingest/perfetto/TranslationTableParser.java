package traceglass.ingest.perfetto;

import com.google.protobuf.InvalidProtocolBufferException;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.ingest.tracker.args.ArgTranslations;
import traceglass.ingest.tracker.args.ArgTranslations.Hash;
import traceglass.ingest.tracker.args.NameTranslations;
import traceglass.protos.trace.TracePacket;
import traceglass.protos.trace.TranslationTable;
import traceglass.store.names.StatNames;
import traceglass.store.table.StringPool;

/// Parses tables, added to a trace after recording, that translate hashes and short names.
final class TranslationTableParser implements PacketParser {

    private final ImportContext context;
    private final StringPool strings;

    TranslationTableParser(PacketContext packets) {
        context = packets.context();
        strings = context.strings();
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.TRANSLATION_TABLE_FIELD_NUMBER};
    }

    @Override
    public boolean tokenize(long ts, Packet packet) {
        TranslationTable table;
        try {
            table = packet.decode(TranslationTable.parser());
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAt(StatNames.TOKENIZER_SKIPPED_PACKETS, packet.position(), null);
            return true;
        }
        switch (table.getTableCase()) {
            case CHROME_HISTOGRAM ->
                addHashes(Hash.CHROME_HISTOGRAM, table.getChromeHistogram().getHashToNameMap());
            case CHROME_USER_EVENT ->
                addHashes(Hash.CHROME_USER_EVENT, table.getChromeUserEvent().getActionHashToNameMap());
            case CHROME_PERFORMANCE_MARK -> {
                addHashes(
                        Hash.CHROME_PERFORMANCE_MARK_SITE,
                        table.getChromePerformanceMark().getSiteHashToNameMap());
                addHashes(
                        Hash.CHROME_PERFORMANCE_MARK,
                        table.getChromePerformanceMark().getMarkHashToNameMap());
            }
            case SLICE_NAME ->
                addNames(context.sliceNames(), table.getSliceName().getRawToDeobfuscatedNameMap());
            case PROCESS_TRACK_NAME ->
                addNames(context.trackNames(), table.getProcessTrackName().getRawToDeobfuscatedNameMap());
            case CHROME_STUDY ->
                addHashes(Hash.CHROME_TRIGGER, table.getChromeStudy().getHashToNameMap());
            case TABLE_NOT_SET -> {}
        }
        return true;
    }

    private void addHashes(Hash kind, Map<? extends Number, String> names) {
        ArgTranslations translations = context.argTranslations();
        names.forEach((hash, name) -> translations.addName(
                kind, hash instanceof Integer small ? small & 0xFFFF_FFFFL : hash.longValue(), strings.intern(name)));
    }

    private void addNames(NameTranslations translations, Map<String, String> names) {
        names.forEach((raw, name) -> translations.add(strings.intern(raw), strings.intern(name)));
    }
}
