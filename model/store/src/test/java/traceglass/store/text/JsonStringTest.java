package traceglass.store.text;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class JsonStringTest {

    @Test
    void escapesWhatMayNotStandInAStringOfJson() {
        assertEquals(
                "\"a\\\"b\\\\c\\nd\\re\\tf\\bg\\fh\\u0001i\\u001f\"",
                JsonString.quoted("a\"b\\c\nd\re\tf\bg\fh\u0001i\u001f"));
    }

    @Test
    void leavesAllOtherTextAsItIs() {
        assertEquals("\"Füße, 大 and \uD83D\uDE00\"", JsonString.quoted("Füße, 大 and \uD83D\uDE00"));
    }

    @Test
    void escapesHalfOfASurrogatePair() {
        assertEquals("\"\\ud83dx\\ude00\"", JsonString.quoted("\uD83Dx\uDE00"));
        assertEquals("\"\\ud83d\"", JsonString.quoted("\uD83D"));
    }
}
