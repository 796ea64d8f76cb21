package traceglass.analysis.screenshots;

/// User-visible strings for screenshots.
final class ScreenshotTexts {

    private ScreenshotTexts() {}

    static String display(long id) {
        return "Display " + id;
    }

    static final String SCREENSHOTS = "Screenshots";
    static final String SCREENSHOT = "Screenshot";
    static final String SCREENSHOT_NUMBER = "Screenshot ";
}
