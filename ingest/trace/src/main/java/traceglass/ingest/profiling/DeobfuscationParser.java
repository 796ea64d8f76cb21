package traceglass.ingest.profiling;

import com.google.protobuf.InvalidProtocolBufferException;
import traceglass.ingest.ImportContext;
import traceglass.ingest.perfetto.packet.Packet;
import traceglass.ingest.perfetto.packet.PacketContext;
import traceglass.ingest.perfetto.packet.PacketParser;
import traceglass.protos.profiling.DeobfuscationMapping;
import traceglass.protos.profiling.ObfuscatedClass;
import traceglass.protos.trace.TracePacket;
import traceglass.store.names.StatNames;

/// Parses mappings from the short names assigned by R8 and ProGuard to the source names of Java classes and members.
/// They are added to a trace after it has been recorded.
public final class DeobfuscationParser implements PacketParser {

    private final ImportContext context;
    private final Deobfuscation deobfuscation;

    public DeobfuscationParser(PacketContext packets) {
        context = packets.context();
        deobfuscation = Deobfuscation.of(context.session());
    }

    @Override
    public int[] fields() {
        return new int[] {TracePacket.DEOBFUSCATION_MAPPING_FIELD_NUMBER};
    }

    @Override
    public void parse(long ts, Packet packet) {
        DeobfuscationMapping mapping;
        try {
            mapping = packet.decode(DeobfuscationMapping.parser());
        } catch (InvalidProtocolBufferException e) {
            context.logs().recordAtTime(StatNames.TOKENIZER_SKIPPED_PACKETS, ts, null);
            return;
        }
        deobfuscation.add(packet.fieldBytes());
        if (!mapping.getPackageName().isEmpty()) {
            for (ObfuscatedClass c : mapping.getObfuscatedClassesList()) {
                context.argTranslations()
                        .addClass(
                                mapping.getPackageName() + "@" + mapping.getVersionCode(),
                                context.strings().intern(c.getObfuscatedName()),
                                context.strings().intern(c.getDeobfuscatedName()));
            }
        }
    }

    @Override
    public void atEnd() {
        // Registered this late, this runs after the parsers of all files have finished their dumps.
        deobfuscation.runOnceAtEnd();
    }
}
