#include "benchmarks/load/app/record_file.hpp"

#include "spec/base/file.hpp"
#include "spec/base/temporary_folder.hpp"
#include "spec/base/testing.hpp"
#include "spec/json/parse.hpp"

#include <gmock/gmock.h>

#include <algorithm>

namespace plumbline::load {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::Not;

RequestOutcome sample_outcome() {
    RequestOutcome outcome;
    outcome.intended = Instant(milliseconds(1'000));
    outcome.sent = Instant(milliseconds(1'002));
    outcome.first_byte = Instant(milliseconds(1'010));
    outcome.ended = Instant(milliseconds(1'500));
    outcome.bytes = 77;
    return outcome;
}

Json line_of(const RequestRecord& record) {
    const std::string line = record_line(record, {"secret-key"});
    EXPECT_EQ(line.find('\n'), line.size() - 1);
    const auto json = parse_json(line);
    EXPECT_THAT(json, IsOk());
    return json ? *json : Json();
}

TEST(RecordLine, HasTheMetricsThatTheResponseHas) {
    EXPECT_EQ(line_of({.level = 2, .outcome = sample_outcome()}),
              json_of(R"({"level": 2, "due": "1970-01-01T00:00:01.000000Z", "send_delay": 2000000,
                          "events": 0, "tokens": 0, "bytes": 77, "outcome": "completed",
                          "ttfb": 10000000, "ttfb_sent": 8000000,
                          "duration": 500000000, "duration_sent": 498000000})"));
}

TEST(RecordLine, HasTheFailureWithoutSecrets) {
    RequestOutcome outcome = sample_outcome();
    outcome.failure = FailureClass::kStatus;
    outcome.failure_reason = "status 401 for secret-key";
    const Json line = line_of({.outcome = outcome});
    EXPECT_EQ(line["outcome"], "status");
    EXPECT_THAT(line["reason"].get<std::string>(), HasSubstr("status 401 for "));
    EXPECT_THAT(line["reason"].get<std::string>(), Not(HasSubstr("secret-key")));
}

TEST(RecordLine, NamesOtherOutcomes) {
    RequestOutcome outcome = sample_outcome();
    outcome.is_bounded = true;
    EXPECT_EQ(line_of({.outcome = outcome})["outcome"], "bounded");
    EXPECT_EQ(line_of({.outcome = outcome, .is_incomplete = true})["outcome"], "incomplete");
}

TEST(RecordLine, OfARequestThatWasNeverSentHasNoTimeSinceThen) {
    RequestOutcome outcome;
    outcome.intended = Instant(milliseconds(1'000));
    outcome.sent = outcome.ended = Instant(milliseconds(1'500));
    outcome.is_sent = false;
    EXPECT_EQ(line_of({.level = 1, .outcome = outcome, .is_incomplete = true}),
              json_of(R"({"level": 1, "due": "1970-01-01T00:00:01.000000Z",
                          "send_delay": 500000000, "events": 0, "tokens": 0, "bytes": 0,
                          "outcome": "incomplete", "duration": 500000000})"));
}

TEST(RecordFile, HasALineForEachRecord) {
    const TemporaryFolder folder;
    const std::string path = folder.path() + "/records.jsonl";
    auto file = RecordFile::create(path, {});
    ASSERT_THAT(file, IsOk());
    for (int i = 0; i < 1'000; ++i) (*file)->add({.level = 1, .outcome = sample_outcome()});
    const auto dropped = (*file)->finish();
    ASSERT_THAT(dropped, IsOk());
    EXPECT_EQ(*dropped, 0U);
    const auto text = read_file(path);
    ASSERT_THAT(text, IsOk());
    EXPECT_EQ(std::count(text->begin(), text->end(), '\n'), 1'000);
}

TEST(RecordFile, HasEveryIncompleteRequest) {
    const TemporaryFolder folder;
    auto file = RecordFile::create(folder.path() + "/records.jsonl", {});
    ASSERT_THAT(file, IsOk());
    for (std::size_t i = 0; i < 2 * RecordFile::kMaxQueue; ++i)
        (*file)->add({.level = 1, .outcome = sample_outcome(), .is_incomplete = true});
    const auto dropped = (*file)->finish();
    ASSERT_THAT(dropped, IsOk());
    EXPECT_EQ(*dropped, 0U);
}

TEST(RecordFile, ThatCannotBeWrittenIsAnError) {
    EXPECT_THAT(RecordFile::create("/nonexistent/records.jsonl", {}),
                FailsWith("--records: cannot write /nonexistent/records.jsonl"));
    auto full = RecordFile::create("/dev/full", {});
    ASSERT_THAT(full, IsOk());
    (*full)->add({.level = 1, .outcome = sample_outcome()});
    EXPECT_THAT((*full)->finish(), FailsWith("--records: cannot write /dev/full"));
}

}  // namespace
}  // namespace plumbline::load
