#include "mock_server/response/engine_response.hpp"

#include <gmock/gmock.h>

namespace plumbline::mock {
namespace {

TEST(DetailResponse, IsJsonWithADetail) {
    EXPECT_EQ(*detail_response(400, "a \"b\" \n\xFF").body,
              "{\"detail\":\"a \\\"b\\\" \\n\xEF\xBF\xBD\"}");
    EXPECT_EQ(detail_response(413, "x").status, 413);
}

}  // namespace
}  // namespace plumbline::mock
