package traceglass.ingest.perfetto.args;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.protos.profiling.InternedStringDecoder;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.InternedDataDecoder;
import traceglass.protos.trackevent.DebugAnnotation;
import traceglass.protos.trackevent.DebugAnnotationName;
import traceglass.store.table.TraceStorage;

/// Tests that cached annotations become the same arguments as decoded annotations.
class AnnotationCacheTest {

    private final ImportContext context = new ImportSession(new TraceStorage(), new ImportProgress()).context(0, 0);
    private final Random random = new Random(11);

    private SequenceState state(String... names) {
        SequenceState state =
                SequenceState.first(7, context.strings(), context.stats()).cleared();
        InternedData.Builder data = InternedData.newBuilder();
        for (int i = 0; i < names.length; i++) {
            data.addDebugAnnotationNames(
                    DebugAnnotationName.newBuilder().setIid(i + 1).setName(names[i]));
        }
        byte[] bytes = data.build().toByteArray();
        InternedDataDecoder decoder = new InternedDataDecoder();
        assertTrue(decoder.decode(bytes, 0, bytes.length));
        assertEquals(0, state.intern(decoder, new InternedStringDecoder()));
        return state;
    }

    /// Returns one of a few possible annotations, so that many repeat.
    private DebugAnnotation annotation(int depth) {
        DebugAnnotation.Builder a = DebugAnnotation.newBuilder();
        if (random.nextInt(4) == 0) {
            a.setName("n" + random.nextInt(3));
        } else {
            a.setNameIid(1 + random.nextInt(4));
        }
        switch (random.nextInt(depth > 2 ? 4 : 7)) {
            case 0 -> a.setIntValue(random.nextInt(3));
            case 1 -> a.setStringValue("s" + random.nextInt(3));
            case 2 -> a.setBoolValue(random.nextBoolean());
            case 3 -> a.setDoubleValue(random.nextInt(3) / 2.0);
            case 4 -> {
                for (int i = random.nextInt(3); i >= 0; i--) {
                    a.addArrayValues(
                            annotation(depth + 1).toBuilder().clearName().clearNameIid());
                }
            }
            case 5 -> a.setLegacyJsonValue("{\"a\":[" + random.nextInt(3) + "]}");
            default -> {
                for (int i = random.nextInt(3); i >= 0; i--) {
                    a.addDictEntries(annotation(depth + 1));
                }
            }
        }
        return a.build();
    }

    private String text(ArgSetBuilder b) {
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < b.size(); i++) {
            long value = b.value(i);
            boolean text = b.type(i) == ArgSetBuilder.Type.STRING || b.type(i) == ArgSetBuilder.Type.JSON;
            out.append(context.strings().get(b.flatKey(i)))
                    .append('|')
                    .append(context.strings().get(b.key(i)))
                    .append('=')
                    .append(b.type(i))
                    .append(' ')
                    .append(text ? context.strings().get((int) value) : String.valueOf(value))
                    .append('\n');
        }
        return out.toString();
    }

    @Test
    void cachedResultsEqualDecodedOnes() {
        // The third state has one name fewer: an annotation that uses the missing name fails there.
        SequenceState[] states = {state("a", "b", "c", "d"), state("d", "c", "b", "a"), state("a", "b", "c")};
        ProtoArgs remembering = new ProtoArgs(context, new MessageTypes());
        for (int event = 0; event < 4_000; event++) {
            SequenceState state = states[random.nextInt(states.length)];
            ArgSetBuilder expected = new ArgSetBuilder();
            ArgSetBuilder actual = new ArgSetBuilder();
            for (int i = random.nextInt(4); i >= 0; i--) {
                byte[] bytes = annotation(0).toByteArray();
                boolean ok = new ProtoArgs(context, new MessageTypes())
                        .addDebugAnnotation(bytes, 0, bytes.length, expected, state, event);
                assertEquals(ok, remembering.addDebugAnnotation(bytes, 0, bytes.length, actual, state, event));
            }
            assertEquals(text(expected), text(actual), "event " + event);
        }
    }

    @Test
    void recognizesAnAnnotationByItsBytesAndState() {
        AnnotationCache memo = new AnnotationCache();
        byte[] bytes = {1, 2, 3, 4};
        ArgSetBuilder out = new ArgSetBuilder().addInt(1, 10).addInt(2, 20);
        assertFalse(memo.replay(bytes, 1, 3, 5, out));
        memo.store(bytes, 1, 3, 5, out, 1);
        ArgSetBuilder replayed = new ArgSetBuilder();
        assertTrue(memo.replay(new byte[] {2, 3, 4}, 0, 3, 5, replayed));
        assertEquals(1, replayed.size());
        assertEquals(20, replayed.value(0));
        assertFalse(memo.replay(bytes, 1, 3, 6, replayed));
        assertFalse(memo.replay(bytes, 0, 3, 5, replayed));
        byte[] longer = new byte[AnnotationCache.MAX_LENGTH + 1];
        assertFalse(memo.replay(longer, 0, longer.length, 5, replayed));
        memo.store(longer, 0, longer.length, 5, replayed, 0);
        assertFalse(memo.replay(longer, 0, longer.length, 5, replayed));
    }
}
