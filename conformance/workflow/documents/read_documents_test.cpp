#include "conformance/workflow/testing.hpp"

#include <map>
#include <memory>

namespace plumbline::workflow {
namespace {

using testing::AllOf;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::ResultOf;
using testing::SizeIs;

/// Documents by file name.
class UsedDocuments : public testing::Test {
  protected:
    /// Adds a document with the API and the sources `names`, each `NAME.yaml`; `workflows` begin on
    /// line 5.
    void write(const std::string& name,
               const std::vector<std::string>& names,
               const std::string& workflows) {
        std::string text = "arazzo: 1.1.0\ninfo: {title: t, version: '1'}\nsourceDescriptions: [";
        text += "{name: api, type: openapi, url: things.yaml}";
        for (const std::string& other : names)
            text += ", {name: " + other + ", type: arazzo, url: " + other + ".yaml}";
        add_document(name, text + "]\nworkflows:\n" + workflows);
    }

    void add_document(const std::string& name, const std::string& text) {
        auto document = parse_yaml(text, name + ".yaml");
        ASSERT_THAT(document, IsOk());
        files_[name + ".yaml"] = std::make_shared<const Document>(std::move(*document));
    }

    Loaders loaders() {
        return {test_source,
                [this](const std::string&,
                       const std::string& url,
                       const Document&) -> Result<SharedDocument> {
                    const auto found = files_.find(url);
                    if (found != files_.end()) return found->second;
                    return fail(ErrorCode::kNotFound, "there is no file " + url);
                }};
    }

    SuiteSet load(const std::vector<std::string>& names = {"main"}) {
        std::vector<SharedDocument> given;
        for (const std::string& name : names) given.push_back(files_.at(name + ".yaml"));
        return load_all(given, loaders());
    }

    std::vector<std::string> errors() {
        std::vector<std::string> texts;
        for (const Error& error : load().diagnostics.errors) texts.push_back(to_text(error));
        return texts;
    }

    std::map<std::string, SharedDocument> files_;
};

std::string calling_workflow(const std::string& id, const std::string& called) {
    return "  - workflowId: " + id + "\n    steps:\n      - {stepId: s, workflowId: " + called +
           "}\n";
}

std::string simple_workflow(const std::string& id) {
    return "  - workflowId: " + id + "\n    steps:\n      - {stepId: s, operationId: listThings}\n";
}

TEST_F(UsedDocuments, ProvideWorkflowsToSteps) {
    write("main", {"shared"}, calling_workflow("w", "$sourceDescriptions.shared.get"));
    write("shared", {}, simple_workflow("other") + simple_workflow("get"));
    const auto loaded = load();
    ASSERT_THAT(loaded.diagnostics.errors, IsEmpty());
    ASSERT_THAT(loaded.suites, SizeIs(1)) << "the other document is not a separate suite";
    const Workflow& workflow = loaded.suites.front()->workflows.front();
    const Workflow* called = workflow.find_workflow(workflow.steps.front().workflow);
    ASSERT_NE(called, nullptr);
    EXPECT_EQ(called->name, "shared/get");
    EXPECT_EQ(called->suite->file, "shared.yaml");
    EXPECT_EQ(workflow.area, "things") << "the called workflow counts";
}

TEST_F(UsedDocuments, LiveAsLongAsOneOfTheirUsers) {
    write("main", {"shared"}, calling_workflow("w", "$sourceDescriptions.shared.get"));
    write("shared",
          {"main"},
          simple_workflow("get") + calling_workflow("back", "$sourceDescriptions.main.x"));
    write("main",
          {"shared"},
          calling_workflow("w", "$sourceDescriptions.shared.get") + simple_workflow("x"));
    auto loaded = load();
    ASSERT_THAT(loaded.diagnostics.errors, IsEmpty());
    const std::weak_ptr<const Suite> left = loaded.suites.front();
    {
        const auto suite = std::move(loaded.suites.front());
        loaded.suites.clear();
        EXPECT_EQ(suite->with_sources().size(), 2U);
    }
    EXPECT_TRUE(left.expired()) << "documents that name one another do not keep one another alive";
}

TEST_F(UsedDocuments, AreSharedByAllThatNameThem) {
    write("main", {"shared"}, calling_workflow("w", "$sourceDescriptions.shared.get"));
    write("more", {"shared"}, calling_workflow("w", "$sourceDescriptions.shared.get"));
    write("shared", {}, simple_workflow("get"));
    const auto loaded = load({"main", "more", "shared"});
    ASSERT_THAT(loaded.suites, SizeIs(3));
    const Workflow* itself = loaded.suites[2]->find_workflow("get");
    EXPECT_EQ(loaded.suites[0]->find_workflow("$sourceDescriptions.shared.get"), itself);
    EXPECT_EQ(loaded.suites[1]->find_workflow("$sourceDescriptions.shared.get"), itself);
}

TEST_F(UsedDocuments, ReportAMissingWorkflow) {
    write("main", {"shared"}, calling_workflow("w", "$sourceDescriptions.shared.gett"));
    write("shared", {}, simple_workflow("get"));
    EXPECT_THAT(errors(),
                ElementsAre(AllOf(HasSubstr("main.yaml:7:9: step s calls the workflow gett, which "
                                            "is not in shared.yaml"),
                                  HasSubstr("did you mean \"get\"?"))));
}

TEST_F(UsedDocuments, ReportAMissingDependency) {
    write("main",
          {"shared"},
          "  - workflowId: w\n    dependsOn: [$sourceDescriptions.shared.gett]\n"
          "    steps: [{stepId: s, operationId: listThings}]\n");
    write("shared", {}, simple_workflow("get"));
    EXPECT_THAT(errors(),
                ElementsAre(AllOf(HasSubstr("main.yaml:6:17: workflow w depends on the workflow "
                                            "gett, which is not in shared.yaml"),
                                  HasSubstr("did you mean \"get\"?"))));
}

/// Lints a document that uses the workflow `get` of another document and waits for `step`, on line
/// 7.
class AwaitedSteps : public UsedDocuments {
  protected:
    std::vector<std::string> errors_of_waiting(const std::string& step) {
        write("main",
              {"shared"},
              "  - workflowId: w\n    dependsOn: [$sourceDescriptions.shared.get]\n"
              "    steps: [{stepId: t, operationId: listThings, dependsOn: [" +
                  step + "]}]\n");
        write("shared", {}, simple_workflow("get"));
        std::vector<std::string> texts;
        for (const DocumentProblems& one : lint_all({files_.at("main.yaml")}, loaders())) {
            for (const Error& error : lint_diagnostics(one.problems).errors)
                texts.push_back(to_text(error));
        }
        return texts;
    }
};

TEST_F(AwaitedSteps, MayBeInOtherDocuments) {
    EXPECT_THAT(errors_of_waiting("$sourceDescriptions.shared.get.steps.s"), IsEmpty());
}

TEST_F(AwaitedSteps, MustBeInAnExistingWorkflow) {
    EXPECT_THAT(errors_of_waiting("$sourceDescriptions.shared.gett.steps.s"),
                ElementsAre(AllOf(HasSubstr("main.yaml:7:62: step t waits for a step of the "
                                            "workflow gett, which is not in shared.yaml"),
                                  HasSubstr("did you mean \"get\"?"))));
    EXPECT_THAT(errors_of_waiting("$workflows.ww.steps.s"),
                ElementsAre(HasSubstr("workflow ww, which is not in this document")));
}

TEST_F(AwaitedSteps, MustExist) {
    EXPECT_THAT(errors_of_waiting("$sourceDescriptions.shared.get.steps.ss"),
                ElementsAre(AllOf(HasSubstr("step t waits for the step ss, which workflow get "
                                            "does not have"),
                                  HasSubstr("did you mean \"s\"?"))));
}

TEST_F(AwaitedSteps, AreNotAnErrorOfARun) {
    write("main",
          {},
          "  - workflowId: w\n    steps: [{stepId: t, operationId: listThings, dependsOn: "
          "[$workflows.no.steps.s]}]\n");
    EXPECT_THAT(load().diagnostics.errors, IsEmpty());
}

TEST_F(UsedDocuments, ReportAnErrorOnceAtItsPosition) {
    write("main", {"shared"}, calling_workflow("w", "$sourceDescriptions.shared.get"));
    write("more", {"shared"}, calling_workflow("w", "$sourceDescriptions.shared.get"));
    write("shared", {}, "  - {workflowId: get, steps: [{stepId: s, operationId: listThing}]}\n");
    const auto loaded = load({"main", "more"});
    ASSERT_THAT(loaded.diagnostics.errors, SizeIs(1));
    EXPECT_THAT(to_text(loaded.diagnostics.errors.front()),
                HasSubstr("shared.yaml:5:43: no source description has an operation listThing"));
}

TEST_F(UsedDocuments, AreLintedOnceToo) {
    write("main", {"shared"}, calling_workflow("w", "$sourceDescriptions.shared.get"));
    write("shared", {}, "  - {workflowId: get, steps: [{stepId: s, operationId: listThing}]}\n");
    Diagnostics lint;
    for (const DocumentProblems& one :
         lint_all({files_.at("main.yaml"), files_.at("shared.yaml")}, loaders()))
        lint.add(lint_diagnostics(one.problems));
    ASSERT_THAT(lint.errors, SizeIs(1));
    EXPECT_THAT(to_text(lint.errors.front()), HasSubstr("shared.yaml:5:43"));
}

TEST_F(UsedDocuments, AreReportedWhereTheyAreNamedIfMissing) {
    write("main", {"shared"}, calling_workflow("w", "$sourceDescriptions.shared.get"));
    EXPECT_THAT(errors(),
                ElementsAre(AllOf(HasSubstr("main.yaml:3:"),
                                  HasSubstr("source description shared cannot be loaded from "
                                            "shared.yaml"),
                                  HasSubstr("there is no file shared.yaml"))));
}

TEST_F(UsedDocuments, ThatAreNotArazzoAreReportedOnce) {
    write("main", {"shared"}, calling_workflow("w", "$sourceDescriptions.shared.get"));
    add_document("shared", "openapi: 3.1.0\n");
    EXPECT_THAT(errors(),
                ElementsAre(HasSubstr("shared.yaml:1:1: this is not an Arazzo document")));
}

TEST_F(UsedDocuments, MayNameOneAnother) {
    write("main",
          {"shared"},
          calling_workflow("w", "$sourceDescriptions.shared.get") + simple_workflow("x"));
    write("shared",
          {"main"},
          simple_workflow("get") + calling_workflow("back", "$sourceDescriptions.main.x"));
    EXPECT_THAT(errors(), IsEmpty());
}

TEST_F(UsedDocuments, WithACycleOfCallsAreRejectedWithTheWholeCycle) {
    write("main", {"second"}, calling_workflow("a", "$sourceDescriptions.second.b"));
    write("second", {"third"}, calling_workflow("b", "$sourceDescriptions.third.c"));
    write("third", {"main"}, calling_workflow("c", "$sourceDescriptions.main.a"));
    EXPECT_THAT(
        errors(),
        ElementsAre(AllOf(
            HasSubstr("main.yaml:5:5: workflow a calls itself: main/a -> second/b -> third/c -> "
                      "main/a"),
            HasSubstr("main.yaml:7:9: main/a calls second/b"),
            HasSubstr("second.yaml:7:9: second/b calls third/c"),
            HasSubstr("third.yaml:7:9: third/c calls main/a"),
            HasSubstr("expected: documents that call one another without a cycle"),
            HasSubstr("remove one of these links"))));
}

TEST_F(UsedDocuments, WithACycleOfDependenciesAreRejected) {
    const auto waiting = [](const std::string& id, const std::string& needed) {
        return "  - workflowId: " + id + "\n    dependsOn: [" + needed +
               "]\n    steps: [{stepId: s, operationId: listThings}]\n";
    };
    write("main", {"second"}, waiting("a", "$sourceDescriptions.second.b"));
    write("second", {"main"}, waiting("b", "$sourceDescriptions.main.a"));
    EXPECT_THAT(errors(),
                ElementsAre(AllOf(HasSubstr("workflow a depends on itself"),
                                  HasSubstr("second.yaml:6:17: second/b depends on main/a"))));
}

TEST_F(UsedDocuments, AreReadUpToAMaximumDepth) {
    const int last = kMaxSourceDepth + 1;
    const auto chain = [this](int from, int to) {
        for (int i = from; i < to; ++i) {
            const std::string next = "d" + std::to_string(i + 1);
            write(i == 0 ? "main" : "d" + std::to_string(i),
                  {next},
                  calling_workflow("w", "$sourceDescriptions." + next + ".w"));
        }
        write("d" + std::to_string(to), {}, simple_workflow("w"));
    };
    chain(0, last - 1);
    EXPECT_THAT(errors(), IsEmpty());
    chain(0, last);
    EXPECT_THAT(errors(),
                ElementsAre(AllOf(HasSubstr("d16.yaml:3:"),
                                  HasSubstr("documents refer to one another more than 16 deep"))));
}

TEST_F(UsedDocuments, AreReadUpToAMaximumNumber) {
    const auto fan = [this](std::size_t count) {
        std::vector<std::string> names;
        std::string workflows;
        for (std::size_t i = 0; i < count; ++i) {
            names.push_back("d" + std::to_string(i));
            write(names.back(), {}, simple_workflow("w"));
            workflows +=
                calling_workflow("w" + std::to_string(i), "$sourceDescriptions." + names[i] + ".w");
        }
        write("main", names, workflows);
    };
    fan(kMaxSourceDocuments);
    EXPECT_THAT(errors(), IsEmpty());
    fan(kMaxSourceDocuments + 1);
    EXPECT_THAT(errors(), ElementsAre(HasSubstr("other documents name more than 100 documents")));
}

TEST_F(UsedDocuments, CanHaveCallableOnlyWorkflows) {
    write("main", {"shared"}, calling_workflow("w", "$sourceDescriptions.shared.get"));
    write("shared",
          {},
          "  - workflowId: get\n    inputs: {type: object, properties: {a: {}}, required: [a]}\n"
          "    steps: [{stepId: s, operationId: listThings}]\n");
    const auto loaded = load({"main", "shared"});
    ASSERT_THAT(loaded.suites, SizeIs(2));
    EXPECT_TRUE(loaded.suites[1]->workflows.front().callable_only);
}

}  // namespace
}  // namespace plumbline::workflow
