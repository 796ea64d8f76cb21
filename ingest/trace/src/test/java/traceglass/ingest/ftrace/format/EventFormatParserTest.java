package traceglass.ingest.ftrace.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import traceglass.ingest.ftrace.format.EventField.Kind;

class EventFormatParserTest {

    private static final String COMMON = "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
            + "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n";

    private static EventField field(String declaration, int size, boolean isSigned) {
        EventFormat f = EventFormatParser.parse(
                "demo",
                "name: it\nID: 7\nformat:\n" + COMMON + "\tfield:" + declaration + ";\toffset:8;\tsize:" + size
                        + ";\tsigned:" + (isSigned ? 1 : 0) + ";\n\nprint fmt: \"field:int no;\"\n");
        assertEquals(1, f.fields().size());
        return f.fields().getFirst();
    }

    @Test
    void readsNameIdAndCommonFields() {
        EventFormat f = EventFormatParser.parse("demo", "name: it\nID: 7\nformat:\n" + COMMON);
        assertEquals("it", f.name());
        assertEquals(7, f.id());
        assertEquals(4, f.commonField("common_pid").offset());
        assertNull(f.commonField("common_none"));
    }

    @Test
    void derivesTheKindOfFieldsFromTheirDeclarations() {
        assertEquals(new EventField("prio", "int", 8, 4, 4, true, Kind.NUMBER), field("int prio", 4, true));
        assertEquals(new EventField("comm", "char", 8, 16, 1, false, Kind.TEXT), field("char comm[16]", 16, false));
        assertEquals(
                new EventField("args", "unsigned long", 8, 48, 8, false, Kind.NUMBERS),
                field("unsigned long args[6]", 48, false));
        assertEquals(Kind.TEXT, field("char buf[]", 0, false).kind());
        assertEquals(Kind.TEXT, field("char buf", 0, false).kind());
        assertEquals(
                Kind.LOCATED_TEXT, field("__data_loc char[] name", 4, false).kind());
        assertEquals(
                Kind.RELATIVE_TEXT, field("__rel_loc char[] name", 4, false).kind());
        assertEquals(
                new EventField("ids", "u32", 8, 4, 4, false, Kind.LOCATED_NUMBERS),
                field("__data_loc u32[] ids", 4, false));
        assertEquals(
                new EventField("function", "void *", 8, 8, 8, false, Kind.POINTER), field("void * function", 8, false));
        assertEquals("buf", field("char buf[]", 0, false).name());
        assertEquals(Kind.OPAQUE, field("struct point at", 24, false).kind());
    }

    @Test
    void ignoresFormatsWithoutNameOrIdAndFieldsOutOfRange() {
        assertNull(EventFormatParser.parse("demo", "ID: 7\n"));
        assertNull(EventFormatParser.parse("demo", "name: it\nID: -7\n"));
        assertEquals(
                0,
                EventFormatParser.parse(
                                "demo", "name: it\nID: 7\n\tfield:int a;\toffset:99999999;\tsize:4;\tsigned:1;\n")
                        .fields()
                        .size());
    }
}
