package traceglass.ingest.systrace;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class NumberParserTest {

    private final NumberParser parser = new NumberParser();

    private String parse(String format, String text) {
        return parser.parse(FieldFormat.of(format), text, 0, text.length()) ? Long.toString(parser.number()) : "none";
    }

    private String untyped(String text) {
        return parser.parseUntyped(text, 0, text.length()) ? Long.toString(parser.number()) : "none";
    }

    @Test
    void readsNumbersOfKnownFields() {
        assertEquals("-5", parse("", "-5"));
        assertEquals("-1", parse("", "18446744073709551615"));
        assertEquals("31", parse("", "0x1f"));
        assertEquals("4096", parse("", "4096B"));
        assertEquals("320327", parse("", "320327 [ns]"));
        assertEquals("3144833994", parse("", "00000000bb72" + "5bca"));
        assertEquals("1", parse("", "handled"));
        assertEquals(Long.toString(8 << 8 | 13), parse("", "8,13"));
        assertEquals("none", parse("", "GFP_KERNEL"));
        assertEquals("none", parse("", ""));
        assertEquals("none", parse("", "-"));
    }

    @Test
    void readsNumbersInAllFormats() {
        assertEquals("1179648", parse("x", "120000"));
        assertEquals("255", parse("x", "0xff"));
        assertEquals("-100", parse("x", "18446744073709551516"));
        assertEquals(Long.toString(259 << 8 | 7), parse("dev", "259:7"));
        assertEquals(Long.toString(8 << 8 | 1 | 1 << 20), parse("dev", "(8,257)"));
        assertEquals("4294967304", parse("mask", "00000001,00000008"));
        assertEquals("5", parse("Umount=1,Sync=4", "Umount|Sync"));
        assertEquals("none", parse("Umount=1,Sync=4", "Umount|Other"));
        assertEquals("7", parse("begin=1,end=0", "7"));
    }

    @Test
    void readsOnlyPlainNumbersOfUnknownFieldsAsNumbers() {
        assertEquals("12", untyped("12"));
        assertEquals("12", untyped("12 [ns]"));
        assertEquals("31", untyped("0x1f"));
        assertEquals("none", untyped("12 apples"));
        assertEquals("none", untyped("00000000,00000006"));
        assertEquals("none", untyped("00000000bb725bca"));
        assertEquals("none", untyped("18446744073709551615"));
        assertEquals("none", untyped("0xffffffffffffffff"));
    }
}
