package traceglass.ingest.perfetto.trackevent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.protobuf.Message;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import traceglass.ingest.ImportContext;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.ingest.perfetto.args.ArgStrings;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.perfetto.packet.TrackEventMessage;
import traceglass.protos.profiling.InternedStringDecoder;
import traceglass.protos.trace.InternedData;
import traceglass.protos.trace.InternedDataDecoder;
import traceglass.protos.trackevent.EventCategory;
import traceglass.protos.trackevent.TrackEvent;
import traceglass.store.table.TraceStorage;

/// Tests how the categories of an event are joined into one string.
class TrackEventNamesTest {

    private static final int MANY = 1_000_000;

    private final ImportContext context = new ImportSession(new TraceStorage(), new ImportProgress()).context(0, 0);
    private final TrackEventNames names = new TrackEventNames(ArgStrings.of(context.strings()));
    private final TrackEventMessage event = new TrackEventMessage();
    private SequenceState state;

    @BeforeEach
    void internCategories() {
        state = SequenceState.first(7, context.strings(), context.stats()).cleared();
        byte[] bytes = bytes(InternedData.newBuilder()
                .addEventCategories(EventCategory.newBuilder().setIid(1).setName("a"))
                .addEventCategories(EventCategory.newBuilder().setIid(2).setName("b")));
        InternedDataDecoder data = new InternedDataDecoder();
        assertTrue(data.decode(bytes, 0, bytes.length));
        assertEquals(0, state.intern(data, new InternedStringDecoder()));
    }

    private static byte[] bytes(Message.Builder message) {
        return message.build().toByteArray();
    }

    private String category(TrackEvent.Builder builder) {
        byte[] bytes = bytes(builder);
        event.read(bytes, 0, bytes.length);
        return context.strings().get(names.category(event, state));
    }

    @Test
    void joinsInternedAndInlineCategories() {
        assertEquals("a", category(TrackEvent.newBuilder().addCategoryIids(1)));
        assertEquals("a,b", category(TrackEvent.newBuilder().addCategoryIids(1).addCategoryIids(2)));
        assertEquals(
                "a,b,a,c",
                category(TrackEvent.newBuilder()
                        .addCategoryIids(1)
                        .addCategoryIids(2)
                        .addCategoryIids(1)
                        .addCategories("c")));
        assertEquals("c,d", category(TrackEvent.newBuilder().addCategories("c").addCategories("d")));
        assertEquals("unknown(9)", category(TrackEvent.newBuilder().addCategoryIids(9)));
    }

    @Test
    void aLongTextOfFewCategoriesIsNotTruncated() {
        String text = "c".repeat(20_000);
        assertEquals(
                "d," + text, category(TrackEvent.newBuilder().addCategories("d").addCategories(text)));
    }

    @Test
    void theTextOfMillionsOfCategoriesIsTruncated() {
        TrackEvent.Builder interned = TrackEvent.newBuilder();
        TrackEvent.Builder inline = TrackEvent.newBuilder();
        for (int i = 0; i < MANY; i++) {
            interned.addCategoryIids(1 + i % 2);
            inline.addCategories("c");
        }
        int stringCount = context.strings().size();
        for (TrackEvent.Builder e : new TrackEvent.Builder[] {interned, inline}) {
            String text = category(e);
            assertTrue(text.length() < MANY / 10, text.length() + " characters");
            assertTrue(text.endsWith(",…"), text.substring(text.length() - 10));
        }
        assertTrue(category(interned).startsWith("a,b,a,b,"));
        assertTrue(context.strings().size() <= stringCount + 5);
    }
}
