package dev.bailiwick.checks;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Dependencies point one way, and what is public is public on purpose.
class ArchitectureTest {
    private static final String ROOT = "dev.bailiwick";
    /// What the protobuf compiler writes is public whether one likes it or not.
    private static final String GENERATED = ROOT + ".protocol.v1";
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(location -> !location.contains("jmh_generated"))
            .withImportOption(location -> !location.contains("/checks/")).importPackages(ROOT);

    static Iterable<String> modules() {
        return new TreeSet<>(Modules.MAY_USE.keySet());
    }

    private static String moduleOf(JavaClass type) {
        var first = type.getPackageName().substring(ROOT.length() + 1).split("\\.", -1)[0];
        return Modules.MAY_USE.keySet().stream().filter(module -> module.replace("-", "").equals(first)).findFirst()
                .orElse(first);
    }

    @Test
    void everyModuleIsKnownHere() {
        var inCode = CLASSES.stream().map(ArchitectureTest::moduleOf).collect(Collectors.toSet());
        var inBuild = Pattern.compile("<module>(.+)</module>").matcher(Repository.read("pom.xml")).results()
                .map(match -> match.group(1)).collect(Collectors.toSet());

        inBuild.remove("checks");
        assertThat(Modules.MAY_USE.keySet()).containsAll(inCode);
        assertThat(inBuild).isEqualTo(Modules.MAY_USE.keySet());
    }

    @ParameterizedTest
    @MethodSource("modules")
    void classesUseOnlyTheModulesTheyMay(String module) {
        var forbidden = Modules.MAY_USE.keySet().stream()
                .filter(other -> !other.equals(module) && !Modules.usableBy(module).contains(other))
                .map(other -> Modules.packageOf(other) + "..").toArray(String[]::new);

        noClasses().that().resideInAPackage(Modules.packageOf(module) + "..").should().dependOnClassesThat()
                .resideInAnyPackage(forbidden).allowEmptyShould(true).check(CLASSES);
    }

    @ParameterizedTest
    @MethodSource("modules")
    void theBuildDeclaresOnlyTheModulesItMay(String module) {
        var declared = Pattern.compile("<artifactId>bailiwick-(\\w[\\w-]*)</artifactId>")
                .matcher(Repository.read(module + "/pom.xml")).results().map(match -> match.group(1))
                .collect(Collectors.toSet());

        declared.removeAll(Set.of("parent", module));
        declared.remove("testkit"); // in tests, where every implementation inherits its suites
        if (module.equals("server")) {
            declared.remove("client"); // in tests, where the two meet
        }
        if (module.equals("persistence")) {
            declared.remove("persistence-processor"); // in tests, whose models have builders
        }
        assertThat(declared).isSubsetOf(Modules.usableBy(module));
    }

    @Test
    void thereAreNoCyclesBetweenPackages() {
        slices().matching(ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void pureModulesUseNothingButTheJdk() {
        for (var module : Modules.PURE) {
            classes().that().resideInAPackage(ROOT + "." + module + "..").should().onlyDependOnClassesThat()
                    .resideInAnyPackage("java..", "org.jspecify..", ROOT + ".placement..", ROOT + "." + module + "..")
                    .check(CLASSES);
        }
    }

    @Test
    void aModuleHasOnePublicPackageAndAtMostAnSpiBesideIt() {
        for (var type : CLASSES) {
            if (type.getModifiers().contains(JavaModifier.PUBLIC) && !type.getPackageName().equals(GENERATED)) {
                var module = Modules.packageOf(moduleOf(type));
                assertThat(type.getPackageName()).as(type.getName()).isIn(module, module + ".spi");
            }
        }
    }

    @Test
    void nothingSleepsOrKeepsStatePerThread() {
        noClasses().should().callMethod(Thread.class, "sleep", long.class).orShould()
                .callMethod(Thread.class, "sleep", Duration.class).check(CLASSES);
        noClasses().should().dependOnClassesThat().areAssignableTo(ThreadLocal.class).check(CLASSES);
    }

    /// The command line, the command that is run with the class path of an application, and the main classes of the benchmarks: `Bench` hands the streams
    /// on, and a `Worker` answers through them.
    @Test
    void onlyCommandsSpeakToTheConsole() {
        noClasses().that().resideOutsideOfPackage(ROOT + ".cli..").and()
                .doNotHaveFullyQualifiedName(ROOT + ".benchmarks.Bench").and()
                .doNotHaveFullyQualifiedName(ROOT + ".benchmarks.Worker").and()
                .doNotHaveFullyQualifiedName(ROOT + ".persistence.ShardMovesCommand").should()
                .accessField(System.class, "out")
                .orShould().accessField(System.class, "err").check(CLASSES);
    }

    @Test
    void noBenchmarkOrExampleIsUsedByProducts() {
        assertThat(Modules.MAY_USE.values())
                .noneMatch(used -> used.contains("benchmarks") || used.contains("examples"));
    }
}
