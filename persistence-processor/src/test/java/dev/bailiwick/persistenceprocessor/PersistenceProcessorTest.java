package dev.bailiwick.persistenceprocessor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PersistenceProcessorTest {
    private static final String IMPORTS = "package shop; import dev.bailiwick.persistence.*; import java.util.*;\n";
    private static final String GOOD = IMPORTS + """
            @AutoBuilder
            public final class Order extends Model<Order, UUID, Order.State> {
                public enum State { OPEN }
                public static final String KIND = "order";
                public final List<? extends Map<String, int[]>> lines;
                public final long total;
                private final int computed;
                Order(OrderBuilder builder) {
                    super(builder);
                    this.lines = builder.lines;
                    this.total = builder.total;
                    this.computed = 1;
                }
                int computed() { return computed; }
                static Order of(UUID id) {
                    return OrderBuilder.order().id(id).lines(List.of()).total(3).build();
                }
            }
            """;

    private static List<String> errorsOf(String source) {
        return Stubs.compile(source).errors();
    }

    @Test
    void aBuilderHasAMethodForEachPublicFieldAndBeginsWithTheNameOfTheClass() {
        var compiled = Stubs.compile(GOOD);

        assertThat(compiled.errors()).isEmpty();
        assertThat(compiled.warnings()).isEmpty();
        assertThat(compiled.output("shop/OrderBuilder.java"))
                .contains("public static OrderBuilder order()")
                .contains(
                        "public OrderBuilder lines(java.util.List<? extends java.util.Map<java.lang.String, int[]>> lines)")
                .contains("public OrderBuilder total(long total)").doesNotContain("computed").doesNotContain("KIND");
    }

    @Test
    void entitiesAndGenericClassesHaveBuildersToo() {
        var compiled = Stubs.compile(IMPORTS + """
                @AutoBuilder
                public final class Box<T extends Number & Comparable<T>, U> extends Entity<Box<T, U>, UUID, State> {
                    public final T content;
                    public final List<U> others;
                    Box(BoxBuilder<T, U> builder) {
                        super(builder);
                        this.content = builder.content;
                        this.others = builder.others;
                    }
                    static Box<Integer, String> some() {
                        return BoxBuilder.<Integer, String>box().content(1).others(List.of("a")).build();
                    }
                }
                """, "package shop; public enum State { A }");

        assertThat(compiled.errors()).isEmpty();
        assertThat(compiled.warnings()).isEmpty();
    }

    @Test
    void aStaticNestedClassAndANameThatIsAWordOfJavaAreFine() {
        var compiled = Stubs.compile(IMPORTS + """
                public final class Outer {
                    @AutoBuilder
                    public static final class Package extends Model<Package, UUID, State> {
                        Package(PackageBuilder builder) { super(builder); }
                        static Package some() { return PackageBuilder.package_().build(); }
                    }
                }
                """, "package shop; public enum State { A }");

        assertThat(compiled.errors()).isEmpty();
    }

    @Test
    void aClassThatIsNoModelIsRefusedAtItsLine() {
        assertThat(errorsOf(IMPORTS + "@AutoBuilder\npublic final class Order {}")).containsExactly(
                "3: Order has @AutoBuilder and does not extend Model or Entity: write extends Model<Order, ShardedId<Order>,"
                        + " OrderState>");
        assertThat(errorsOf(IMPORTS + "@AutoBuilder\npublic interface Order {}")).containsExactly(
                "3: @AutoBuilder stands on a class that extends Model or Entity, not on a interface");
    }

    @Test
    void aMissingConstructorIsRefusedWithTheOneToWrite() {
        var without = GOOD
                .replace("Order(OrderBuilder builder) {", "Order(Model.Builder<Order, UUID, State, ?> builder) {")
                .replace("builder.lines", "null").replace("builder.total", "1");

        assertThat(errorsOf(without)).first().isEqualTo(
                "3: Order has no constructor that takes its builder: write Order(OrderBuilder builder) { super(builder);"
                        + " ... }");
        assertThat(errorsOf(GOOD.replace("    Order(OrderBuilder", "    private Order(OrderBuilder"))).first()
                .asString().startsWith("9: this constructor is private");
    }

    @Test
    void aFieldThatCanChangeIsRefusedAtItsLine() {
        assertThat(errorsOf(GOOD.replace("public final long total", "public long total"))).first()
                .isEqualTo("7: the field total is not final, and models do not change: make it public final");
        assertThat(errorsOf(GOOD.replace("public final long total", "final long total"))).first().asString()
                .startsWith("7: the field total is neither public nor private");
        assertThat(errorsOf(GOOD.replace("total", "version"))).first().asString()
                .startsWith("7: every model and entity has version already");
    }

    @Test
    void abstractInnerAndRawClassesAreRefused() {
        assertThat(errorsOf(GOOD.replace("final class Order", "abstract class Order"))).first().asString()
                .startsWith("3: Order is abstract");
        assertThat(errorsOf(IMPORTS + """
                public final class Outer {
                    @AutoBuilder
                    public final class Inner extends Model<Inner, UUID, State> {
                        Inner(InnerBuilder builder) { super(builder); }
                    }
                }
                """ + "enum State { A }")).first().asString().startsWith("4: Inner is an inner class");
        assertThat(errorsOf(GOOD.replace("Model<Order, UUID, Order.State>", "Model"))).first().asString()
                .startsWith("3: Order extends Model without its three type arguments");
    }

    @Test
    void annotatedClassesAreListedForTheProgramToFind() {
        var compiled = Stubs.compile(
                IMPORTS + "@BailiwickAction public class Pay extends Action<String, String> {"
                        + " @BailiwickAction public static class Inside extends Pay {} }",
                IMPORTS + "@BailiwickRepository public class Orders extends Repository<String> {}");

        assertThat(compiled.errors()).isEmpty();
        assertThat(compiled.output("META-INF/bailiwick/actions")).isEqualTo("shop.Pay\nshop.Pay$Inside\n");
        assertThat(compiled.output("META-INF/bailiwick/repositories")).isEqualTo("shop.Orders\n");
    }

    @Test
    void annotationsOnOtherClassesAreRefusedAtTheirLine() {
        assertThat(errorsOf(IMPORTS + "@BailiwickAction\npublic class Pay {}"))
                .containsExactly("3: @BailiwickAction stands on a class that extends Action");
        assertThat(errorsOf(IMPORTS + "@BailiwickRepository\npublic class Orders {}")).containsExactly(
                "3: @BailiwickRepository stands on a class that extends Repository: ModelRepository or EntityRepository");
        assertThat(errorsOf(IMPORTS + "@BailiwickAction\npublic abstract class Pay extends Action<String, String> {}"))
                .first().asString().startsWith("3: Pay is abstract");
    }
}
