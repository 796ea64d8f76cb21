package traceglass.analysis.screenshots;

/// Texts about screenshots.
final class ScreenshotTexts {

    private ScreenshotTexts() {}

    static final String SCREENSHOTS = "Screenshots";
    static final String SCREENSHOT = "Screenshot";
}
