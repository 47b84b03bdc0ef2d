// The public test suite of JSON Schema, draft 2020-12: nothing wrong, and nothing refused outside a
// list with reasons. The suite is not part of this repository; without it the test is skipped.
#include "spec/json/document.hpp"
#include "spec/json/print.hpp"
#include "spec/schema/testing.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>

namespace plumbline {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSuite = "../shared/data/json-schema-test-suite";
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
    {"pattern.json", "Unicode property", "RE2 has only the short names of character classes"},
    {"patternProperties.json", "Unicode property", "RE2 has only the short names"},
    {"vocabulary.json", "", "has another dialect"},
};

/// Tests that expect something else than OpenAPI does.
struct OtherExpectation {
    std::string_view file;
    std::string_view reason;
};

constexpr OtherExpectation kOtherExpectations[] = {
    {"format.json", "expects formats to be annotations; here they are assertions"},
};

Json read_json(const fs::path& path) {
    std::ifstream file(path);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    auto value = parse_json(text, path.string());
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
    const fs::path folder = fs::path(kSuite) / "remotes";
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

Result<Schema> compile_in_suite(Json schema, Json schemas) {
    if (schema.is_object() && !schema.contains("$id"))
        schema["$id"] = std::string(kRemoteUrl) + "test.json";
    schemas["test"] = std::move(schema);
    Json root{{"openapi", "3.1.0"}};
    root["components"]["schemas"] = std::move(schemas);
    const Document document{"suite", std::make_shared<const Json>(std::move(root)), {}};
    return SchemaCompiler(document, SchemaStrictness::kTolerant)
        .compile("/components/schemas/test");
}

/// Evaluates the groups of one file and lists the wrong verdicts.
class SuiteFile {
  public:
    SuiteFile(const fs::path& path, const Json& remotes)
        : name_(path.filename().string()), groups_(read_json(path)), remotes_(remotes) {}

    void run() {
        for (const Json& group : groups_) {
            const auto description = group["description"].get<std::string>();
            const auto schema = compile_in_suite(group["schema"], remotes_);
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
        for (const RefusedSchema& one : kRefused) {
            if (one.file != name_ || description.find(one.group) == std::string::npos) continue;
            refused.insert(&one);
            return true;
        }
        return false;
    }

    std::string name_;
    Json groups_;
    const Json& remotes_;
};

TEST(JsonSchemaTestSuite, HasTheExpectedVerdicts) {
    if (!fs::exists(kSuite)) GTEST_SKIP() << "skipped: there is no " << kSuite;
    const Json remotes = remote_schemas();
    int count = 0;
    std::set<const RefusedSchema*> refused;
    for (const auto& entry : fs::directory_iterator(fs::path(kSuite) / "tests/draft2020-12")) {
        const std::string name = entry.path().filename().string();
        const bool is_other =
            std::any_of(std::begin(kOtherExpectations),
                        std::end(kOtherExpectations),
                        [&](const OtherExpectation& one) { return one.file == name; });
        if (!entry.is_regular_file() || is_other) continue;
        SuiteFile file(entry.path(), remotes);
        file.run();
        count += file.count;
        refused.merge(file.refused);
    }
    EXPECT_GT(count, 1100);
    for (const RefusedSchema& one : kRefused)
        EXPECT_TRUE(refused.contains(&one)) << one.file << " " << one.group << " is not refused";
}

}  // namespace
}  // namespace plumbline
