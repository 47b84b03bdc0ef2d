// The public test suite of JSON Schema, draft 2020-12: nothing wrong, and nothing refused outside a
// list with reasons. The suite is not part of this repository: PLUMBLINE_JSON_SCHEMA_SUITE names
// its folder; the tests are skipped without it.
#include "spec/json/document.hpp"
#include "spec/json/print.hpp"
#include "spec/schema/testing.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <span>

namespace plumbline {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSuiteVariable = "PLUMBLINE_JSON_SCHEMA_SUITE";
constexpr const char* kRemoteUrl = "http://localhost:1234/";

/// Schemas that have a part which cannot be judged.
struct RefusedSchema {
    std::string_view file;
    std::string_view group;  ///< a part of its description; "" for all groups of the file
    std::string_view reason;
};

constexpr RefusedSchema kRefused[] = {
    {"defs.json", "", "refers to the meta-schema, which is another document"},
    {"dynamicRef.json",
     "initially resolves to a schema with a matching $dynamicAnchor",
     "refers to the meta-schema"},
    {"ref.json", "remote ref, containing refs itself", "refers to the meta-schema"},
    {"vocabulary.json", "", "has another dialect"},
    {"cross-draft.json", "", "refers to a schema of another draft"},
    {"dependencies-compatibility.json", "", "a keyword of an earlier draft"},
    {"format-assertion.json", "", "has another dialect"},
    {"refOfUnknownKeyword.json", "", "refers to a value that is no schema"},
};

constexpr RefusedSchema kRefusedIn30[] = {
    {"uniqueItems.json", "with an array of items", "in OpenAPI 3.0 `items` is one schema"},
};

/// Tests that expect something else than OpenAPI does.
struct OtherExpectation {
    std::string_view file;
    std::string_view reason;
};

constexpr OtherExpectation kOtherExpectations[] = {
    {"format.json", "expects formats to be annotations; here they are assertions"},
};

/// Returns the folder of the suite; empty if none is given. A wrong name is no reason to skip.
fs::path suite_folder() {
    const char* folder = std::getenv(kSuiteVariable);
    return folder == nullptr ? fs::path() : fs::path(folder);
}

Json read_json(const fs::path& path) {
    std::ifstream file(path);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    auto value = parse_foreign_json(text, path.string());
    EXPECT_TRUE(value) << path;
    return value ? std::move(*value) : Json();
}

std::vector<fs::path> json_files(const fs::path& folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(folder)) {
        if (entry.path().extension() == ".json") files.push_back(entry.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// Returns the schemas to which tests refer, by names of their own, each under its URL.
Json remote_schemas() {
    Json schemas = Json::object();
    const fs::path folder = suite_folder() / "remotes";
    for (const fs::path& path : json_files(folder)) {
        Json schema = read_json(path);
        const std::string url = kRemoteUrl + fs::relative(path, folder).string();
        const std::string name = "remote-" + std::to_string(schemas.size());
        if (schema.contains("$id") && schema["$id"] != url) {
            schemas[name + "-url"] = Json{{"$id", url}, {"$ref", schema["$id"]}};
        } else {
            schema["$id"] = url;
        }
        schemas[name] = std::move(schema);
    }
    return schemas;
}

/// Compiles a schema of the suite as one of an OpenAPI document of this version.
Result<Schema> compile_in_suite(Json schema, Json schemas, const std::string& version) {
    if (schema.is_object() && !schema.contains("$id"))
        schema["$id"] = std::string(kRemoteUrl) + "test.json";
    schemas["test"] = std::move(schema);
    Json root{{"openapi", version}};
    root["components"]["schemas"] = std::move(schemas);
    const Document document{"suite", std::make_shared<const Json>(std::move(root)), {}};
    return SchemaCompiler(document, SchemaStrictness::kTolerant)
        .compile("/components/schemas/test");
}

/// Evaluates the groups of one file and lists the wrong verdicts.
class SuiteFile {
  public:
    SuiteFile(const fs::path& path,
              const Json& remotes,
              std::string version,
              std::span<const RefusedSchema> expected)
        : name_(path.filename().string()),
          groups_(read_json(path)),
          remotes_(remotes),
          version_(std::move(version)),
          expected_(expected) {}

    void run() {
        for (const Json& group : groups_) {
            const auto description = group["description"].get<std::string>();
            const auto schema = compile_in_suite(group["schema"], remotes_, version_);
            if (!schema || !schema->unjudged().empty()) {
                const Error& why = schema ? schema->unjudged().front() : schema.error();
                EXPECT_TRUE(is_expected_refusal(description))
                    << name_ << ": " << description << ": " << to_text(why);
                continue;
            }
            for (const Json& test : group["tests"]) {
                ++count;
                EXPECT_EQ(schema->accepts(test["data"]), test["valid"].get<bool>())
                    << name_ << ": " << description << ": "
                    << test["description"].get<std::string>();
                EXPECT_EQ(schema->evaluate(test["data"]).empty(), schema->accepts(test["data"]))
                    << name_ << ": " << description;
            }
        }
    }

    int count = 0;
    std::set<const RefusedSchema*> refused;

  private:
    bool is_expected_refusal(const std::string& description) {
        for (const RefusedSchema& one : expected_) {
            if (one.file != name_ || description.find(one.group) == std::string::npos) continue;
            refused.insert(&one);
            return true;
        }
        return false;
    }

    std::string name_;
    Json groups_;
    const Json& remotes_;
    std::string version_;
    std::span<const RefusedSchema> expected_;
};

TEST(JsonSchemaTestSuite, HasTheExpectedVerdicts) {
    if (suite_folder().empty()) GTEST_SKIP() << "skipped: " << kSuiteVariable << " names no folder";
    const Json remotes = remote_schemas();
    int count = 0;
    std::set<const RefusedSchema*> refused;
    for (const fs::path& path : json_files(suite_folder() / "tests/draft2020-12")) {
        const std::string name = path.filename().string();
        const bool is_other =
            std::any_of(std::begin(kOtherExpectations),
                        std::end(kOtherExpectations),
                        [&](const OtherExpectation& one) { return one.file == name; });
        if (is_other) continue;
        SuiteFile file(path, remotes, "3.1.0", kRefused);
        file.run();
        count += file.count;
        refused.merge(file.refused);
    }
    EXPECT_GT(count, 1100);
    for (const RefusedSchema& one : kRefused)
        EXPECT_TRUE(refused.contains(&one)) << one.file << " " << one.group << " is not refused";
}

// The keywords of draft 4 that OpenAPI 3.0 has, with its own meaning: a `$ref` has no siblings, a
// type is one name.
TEST(JsonSchemaTestSuite, HasTheExpectedVerdictsOfOpenApi30) {
    if (suite_folder().empty()) GTEST_SKIP() << "skipped: " << kSuiteVariable << " names no folder";
    const Json remotes = Json::object();
    int count = 0;
    for (const std::string name : {"additionalProperties",
                                   "allOf",
                                   "anyOf",
                                   "default",
                                   "enum",
                                   "maxItems",
                                   "maxLength",
                                   "maxProperties",
                                   "maximum",
                                   "minItems",
                                   "minLength",
                                   "minProperties",
                                   "minimum",
                                   "multipleOf",
                                   "not",
                                   "oneOf",
                                   "pattern",
                                   "properties",
                                   "required",
                                   "type",
                                   "uniqueItems",
                                   "optional/ecmascript-regex",
                                   "optional/float-overflow",
                                   "optional/non-bmp-regex"}) {
        SuiteFile file(
            suite_folder() / "tests/draft4" / (name + ".json"), remotes, "3.0.3", kRefusedIn30);
        file.run();
        count += file.count;
    }
    for (const fs::path& path : json_files(suite_folder() / "tests/draft4/optional/format")) {
        SuiteFile file(path, remotes, "3.0.3", kRefusedIn30);
        file.run();
        count += file.count;
    }
    EXPECT_GT(count, 300);
}

}  // namespace
}  // namespace plumbline
