package traceglass.record.spi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class SizeTextTest {

    @Test
    void bytesHaveAUnitOfPowersOf1000() {
        assertEquals("0 B", SizeText.text(0));
        assertEquals("999 B", SizeText.text(999));
        assertEquals("1.0 KB", SizeText.text(1000));
        assertEquals("61.8 MB", SizeText.text(61_830_000));
        assertEquals("99.9 MB", SizeText.text(99_940_000));
        assertEquals("100 MB", SizeText.text(99_950_000));
        assertEquals("999 KB", SizeText.text(999_400));
        assertEquals("1.0 MB", SizeText.text(999_500));
        assertEquals("2.5 GB", SizeText.text(2_500_000_000L));
        assertEquals("9223 PB", SizeText.text(Long.MAX_VALUE));
    }

    @Test
    void buffersAreCountedInPowersOf1024() {
        assertEquals("1023 KB", SizeText.buffer(1023));
        assertEquals("1 MB", SizeText.buffer(1024));
        assertEquals("1.5 MB", SizeText.buffer(1536));
        assertEquals("1024.0 MB", SizeText.buffer((1 << 20) - 1));
        assertEquals("1 GB", SizeText.buffer(1 << 20));
        assertEquals("2.5 GB", SizeText.buffer(5 << 19));
    }

    @Test
    void durationsHaveAtMostTwoUnits() {
        assertEquals("999 ms", SizeText.duration(999));
        assertEquals("1 s", SizeText.duration(1000));
        assertEquals("1.2 s", SizeText.duration(1200));
        assertEquals("59 s", SizeText.duration(59_000));
        assertEquals("1 min", SizeText.duration(60_000));
        assertEquals("1 min 30 s", SizeText.duration(90_500));
        assertEquals("59 min 59 s", SizeText.duration(3_599_000));
        assertEquals("1 h", SizeText.duration(3_600_000));
        assertEquals("1 h", SizeText.duration(3_659_000));
        assertEquals("1 h 1 min", SizeText.duration(3_660_000));
    }
}
