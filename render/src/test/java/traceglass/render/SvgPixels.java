package traceglass.render;

import java.awt.AlphaComposite;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.geom.AffineTransform;
import java.awt.geom.CubicCurve2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.awt.geom.RoundRectangle2D;
import java.awt.image.BufferedImage;
import java.io.StringReader;
import java.util.HashMap;
import java.util.Map;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;

/// Renders the subset of SVG that the timeline exports, independently of the program's code, to test the result as
/// other programs show it. Skips icon paths.
final class SvgPixels {

    private final Map<String, Rectangle2D> clips = new HashMap<>();

    private SvgPixels() {}

    /// @throws Exception if the text is not valid XML
    static Document parse(String svg) throws Exception {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newDocumentBuilder().parse(new InputSource(new StringReader(svg)));
    }

    static BufferedImage draw(Document svg) {
        Element root = svg.getDocumentElement();
        BufferedImage image = new BufferedImage(
                (int) number(root, "width"), (int) number(root, "height"), BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
        new SvgPixels().paintChildren(root, g);
        g.dispose();
        return image;
    }

    private static double number(Element e, String name) {
        return e.getAttribute(name).isEmpty() ? 0 : Double.parseDouble(e.getAttribute(name));
    }

    private void paintChildren(Element parent, Graphics2D g) {
        for (Node n = parent.getFirstChild(); n != null; n = n.getNextSibling()) {
            if (n instanceof Element e) {
                paintElement(e, g);
            }
        }
    }

    private void paintElement(Element e, Graphics2D g) {
        switch (e.getTagName()) {
            case "clipPath" -> clips.put("url(#" + e.getAttribute("id") + ")", box((Element) e.getFirstChild()));
            case "g" -> {
                Shape before = g.getClip();
                g.clip(clips.get(e.getAttribute("clip-path")));
                paintChildren(e, g);
                g.setClip(before);
            }
            case "rect" -> {
                Rectangle2D b = box(e);
                double r = number(e, "rx");
                paint(
                        e,
                        r > 0
                                ? new RoundRectangle2D.Double(
                                        b.getX(), b.getY(), b.getWidth(), b.getHeight(), 2 * r, 2 * r)
                                : b,
                        g);
            }
            case "ellipse" ->
                paint(
                        e,
                        new Ellipse2D.Double(
                                number(e, "cx") - number(e, "rx"),
                                number(e, "cy") - number(e, "ry"),
                                2 * number(e, "rx"),
                                2 * number(e, "ry")),
                        g);
            case "line" ->
                paint(e, new Line2D.Double(number(e, "x1"), number(e, "y1"), number(e, "x2"), number(e, "y2")), g);
            case "polygon" -> paint(e, polygon(e), g);
            case "path" -> {
                if (e.getAttribute("transform").isEmpty()) {
                    String[] n =
                            e.getAttribute("d").replaceAll("[MC]", " ").strip().split(" ");
                    double[] d = java.util.Arrays.stream(n)
                            .mapToDouble(Double::parseDouble)
                            .toArray();
                    paint(e, new CubicCurve2D.Double(d[0], d[1], d[2], d[3], d[4], d[5], d[6], d[7]), g);
                }
            }
            case "text" -> {
                g.setFont(new Font(e.getAttribute("font-family").split(",")[0], Font.PLAIN, 1)
                        .deriveFont(AffineTransform.getScaleInstance(number(e, "font-size"), number(e, "font-size"))));
                g.setPaint(color(e, "fill"));
                g.drawString(e.getTextContent(), (float) number(e, "x"), (float) number(e, "y"));
            }
            case "title" -> {}
            default -> throw new AssertionError("unknown element: " + e.getTagName());
        }
    }

    private static Path2D polygon(Element e) {
        Path2D path = new Path2D.Double();
        for (String point : e.getAttribute("points").split(" ")) {
            String[] xy = point.split(",");
            if (path.getCurrentPoint() == null) {
                path.moveTo(Double.parseDouble(xy[0]), Double.parseDouble(xy[1]));
            } else {
                path.lineTo(Double.parseDouble(xy[0]), Double.parseDouble(xy[1]));
            }
        }
        path.closePath();
        return path;
    }

    private static Rectangle2D box(Element e) {
        return new Rectangle2D.Double(number(e, "x"), number(e, "y"), number(e, "width"), number(e, "height"));
    }

    private static Color color(Element e, String name) {
        Color c = Color.decode(e.getAttribute(name));
        String opacity = e.getAttribute(name + "-opacity");
        return opacity.isEmpty()
                ? c
                : new Color(c.getRed() / 255f, c.getGreen() / 255f, c.getBlue() / 255f, Float.parseFloat(opacity));
    }

    private static void paint(Element e, Shape shape, Graphics2D g) {
        g.setComposite(AlphaComposite.SrcOver);
        if (e.hasAttribute("stroke")) {
            g.setPaint(color(e, "stroke"));
            g.setStroke(
                    new BasicStroke((float) number(e, "stroke-width"), BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
            g.draw(shape);
        } else {
            g.setPaint(color(e, "fill"));
            g.fill(shape);
        }
    }
}
