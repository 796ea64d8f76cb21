package traceglass.sql.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import traceglass.sql.session.SyntheticSession;

class ProfileFunctionsTest {
    @AutoClose
    private final SyntheticSession session = new SyntheticSession();

    @Test
    void stacksStoreTheLeafFirstAndAcceptStacksAndNames() throws Exception {
        assertEquals("\"0A030A01620A030A0161\"", session.rows("select hex(cat_stacks('a', 'b'))"));
        assertEquals(
                "\"0A030A01790A030A01780A030A0172\"",
                session.rows("select hex(cat_stacks('r', cat_stacks('x', 'y'), NULL))"));
        // A name of 200 bytes has a length of two bytes, and so has the frame around it.
        assertEquals(
                "\"0ACB010AC801\",206",
                session.rows(
                        "select left(hex(s), 12), octet_length(s) from (select cat_stacks(repeat('n', 200)) as s)"));
    }

    @Test
    void profilesSumTheValuesOfEqualStacks() throws Exception {
        String hex = session.rows("""
            select hex(experimental_profile(s, 'duration', 'ns', v)) from (
              select cat_stacks('main', 'read') as s, 5 as v union all select cat_stacks('main', 'read'), 6 union all select cat_stacks('main'), 7)\
            """);
        byte[] profile = HexFormat.of().parseHex(hex.replace("\"", ""));
        List<String> samples = new ArrayList<>();
        List<String> strings = new ArrayList<>();
        CodedInputStream in = CodedInputStream.newInstance(profile);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag >>> 3) {
                case 2 -> samples.add(sample(in.readByteArray()));
                case 6 -> strings.add(in.readString());
                default -> in.skipField(tag);
            }
        }
        assertEquals(List.of("", "duration", "ns", "read", "main"), strings);
        assertEquals(List.of("[1, 2]=[11]", "[2]=[7]"), samples);
    }

    @Test
    void profilesWithoutRowsAreNull() throws Exception {
        assertEquals(
                "\"[NULL]\"", session.rows("select experimental_profile(cat_stacks('a')) from (select 1 where false)"));
    }

    @Test
    void numbersInNamesAreStripped() throws Exception {
        assertEquals(
                "\"0x<num>\"\n\"foo<num>\"\n\"<num>\"\n\"a 5 <num> ab\"\n\"deadbeef\"\n\"zabc<num>\"\n\"[NULL]\"",
                session.rows("""
                    select __intrinsic_strip_hex(x, 2) from (values ('0xab'), ('foo123'), ('abc123'), ('a 5 55 ab'), ('deadbeef'), ('zabc12d'), (NULL)) t(x)\
                    """));
        assertEquals(
                "\"<num>x<num>\"\n\"a <num> <num>\"",
                session.rows("select __intrinsic_strip_hex(x, 1) from (values ('0x1f'), ('a 5 55')) t(x)"));
        assertEquals(
                "\"<num>\"\n\"abc12 <num>\"",
                session.rows("select __intrinsic_strip_hex(x, 6) from (values ('abc123'), ('abc12 ffff12')) t(x)"));
    }

    private static String sample(byte[] message) throws IOException {
        List<List<Long>> fields = List.of(new ArrayList<>(), new ArrayList<>());
        CodedInputStream in = CodedInputStream.newInstance(message);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            CodedInputStream packed = in.readBytes().newCodedInput();
            while (!packed.isAtEnd()) {
                fields.get((tag >>> 3) - 1).add(packed.readUInt64());
            }
        }
        return fields.get(0) + "=" + fields.get(1);
    }
}
